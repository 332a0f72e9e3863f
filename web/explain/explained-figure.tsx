import { useState } from 'react';
import { lazyOverlay } from '../ui/overlays/lazy-overlay.tsx';
import styles from './explain.module.css';
import type { ExplanationWindowProps } from './explanation-window.tsx';

/** The window of an explanation; its code is loaded when it is opened. */
export const LazyExplanationWindow = lazyOverlay<ExplanationWindowProps>(() => import('./explanation-window.tsx'));

interface ExplainedFigureProps extends Pick<ExplanationWindowProps, 'title' | 'about' | 'explain'> {
  /** The figure as it is shown. */
  text: string;
}

/** A figure that shows its computation when it is pressed. */
export function ExplainedFigure({ text, ...window }: ExplainedFigureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.figure}
        aria-label={`${text}, explain ${window.title}`}
        title="How it is computed"
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      <LazyExplanationWindow {...window} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
