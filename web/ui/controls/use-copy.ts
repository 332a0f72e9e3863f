import { useState } from 'react';

/** Copies a text to the clipboard, and says whether it is there. Where the browser has none or refuses, nothing happens: the text can be selected. */
export function useCopy(text: string): [isCopied: boolean, copy: () => void] {
  const [copied, setCopied] = useState<string>();
  const copy = () => {
    // Only pages that came over https have a clipboard.
    void (navigator.clipboard as Clipboard | undefined)?.writeText(text).then(
      () => setCopied(text),
      () => undefined,
    );
  };
  return [copied === text, copy];
}
