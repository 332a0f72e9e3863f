import { useState } from 'react';

/** Beside a text that was selected because it could not be copied. */
export const copyRefusedText = 'The browser did not let it be copied. It is selected: please copy it by hand.';

interface Copying {
  /** The text that was copied last. */
  copied: string | undefined;
  /** The last text could not be copied. */
  isRefused: boolean;
  /** Copies a text to the clipboard; where that fails, selects the element that shows it. */
  copy: (text: string, shown?: HTMLElement | null) => Promise<void>;
}

export function useCopy(): Copying {
  const [copied, setCopied] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const copy = async (text: string, shown?: HTMLElement | null) => {
    try {
      // Pages that came over plain http have no clipboard; browsers may refuse the others.
      await navigator.clipboard.writeText(text);
      setCopied(text);
      setRefused(false);
    } catch {
      setRefused(true);
      if (shown) window.getSelection()?.selectAllChildren(shown);
    }
  };
  return { copied, isRefused, copy };
}
