import { type ClipboardEvent, useState } from 'react';
import { hiddenLeftOutMessage, removeHiddenCharacters } from '#shared/typed-text.ts';

/**
 * Leaves out of pasted text what nobody sees (rule 40), and says so until the field is left. Caret and undo are the
 * browser's own.
 */
export function usePasteWithoutHidden() {
  const [leftOut, setLeftOut] = useState<string>();
  return {
    leftOut,
    handlers: {
      onPaste: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        const { text, count } = removeHiddenCharacters(event.clipboardData.getData('text'));
        setLeftOut(count > 0 ? hiddenLeftOutMessage(count) : undefined);
        // Deprecated, in every browser, and the one way into a field that can be undone.
        if (count > 0 && document.execCommand('insertText', false, text)) event.preventDefault();
      },
      onBlurCapture: () => setLeftOut(undefined),
    },
  };
}
