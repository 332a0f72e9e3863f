import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { canCloseWith } from './closing-question.ts';
import { isMeantFor, openWindow } from './open-windows.ts';

interface WindowOptions {
  open: boolean;
  onClose: () => void;
  /** What gets the focus first; the first control when absent, and the window itself where that is asked for. */
  initialFocus?: RefObject<HTMLElement | null> | 'window' | undefined;
  /** Gives the focus where it goes on closing, and is true; false: to where it was. */
  finalFocus?: (() => boolean) | undefined;
  /** A text that is written in it is saved as it is typed. */
  savesItself?: boolean | undefined;
}

/**
 * Milliseconds after a press in a window, its opening or a change of its size, in which a press beside it was meant for
 * what was there before.
 */
const pressPause = 500;

/** A press on something that works on goes on there: the window must be in sight until it has ended. */
const working = '[data-busy], [role="progressbar"]';

/**
 * What every window does, whatever it looks like: it has the focus from the moment that it opens until it closes, and
 * gives it back then; Escape and a press outside close the one on top alone; a press outside closes none right after a
 * press in it or a change of its size, nor while work goes on in it; a form in it with unsaved changes is asked about
 * first (`questions`); Ctrl+Enter in a text ends the writing: it sends the form, or closes what saves itself. Props for
 * the parts of Base UI.
 */
export function useWindow({ open, onClose, initialFocus, finalFocus, savesItself }: WindowOptions) {
  const [popup, setPopup] = useState<HTMLElement | null>(null);
  const latest = useRef({ initialFocus, finalFocus });
  latest.current = { initialFocus, finalFocus };
  const lastPress = useRef(0);
  const [questions] = useState(() => new Set<() => Promise<boolean>>());
  const close = () => {
    if (questions.size === 0) return onClose();
    void canCloseWith(questions).then((canClose) => canClose && onClose());
  };
  useLayoutEffect(() => {
    if (!open || !popup) return;
    lastPress.current = performance.now();
    const first = () => (latest.current.initialFocus === 'window' ? popup : latest.current.initialFocus?.current);
    const close = openWindow({ popup, first });
    // What it shows has come, and it is smaller: a press on it would fall beside it.
    const sizes = new ResizeObserver(() => {
      lastPress.current = performance.now();
    });
    sizes.observe(popup);
    return () => {
      sizes.disconnect();
      close(latest.current.finalFocus);
    };
  }, [open, popup]);
  return {
    questions,
    root: {
      open,
      onOpenChange: (isOpen: boolean, { reason, event }: { reason: string; event: Event }) => {
        if (isOpen) return;
        const isOutside = reason === 'outside-press';
        if ((isOutside || reason === 'escape-key') && !isMeantFor(popup, event)) return;
        const isWorking = popup?.querySelector(working) != null;
        if (isOutside && (isWorking || performance.now() - lastPress.current < pressPause)) return;
        close();
      },
    },
    popup: {
      ref: setPopup,
      initialFocus: false,
      finalFocus: false,
      onPointerDownCapture: () => {
        lastPress.current = performance.now();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        if (!(event.target instanceof HTMLTextAreaElement) || !popup?.contains(event.target)) return;
        const { form } = event.target;
        if (form) form.requestSubmit();
        else if (savesItself) onClose();
      },
    },
  } as const;
}
