import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import type { CorrectionWindowProps } from './correction-window.tsx';

/** Fetches the window's code while the page is idle. */
export const loadCorrectionWindow = () => import('./correction-window.tsx');

/** Needs a Suspense. */
export const LazyCorrectionWindow = lazyWithRetry<CorrectionWindowProps>(loadCorrectionWindow);
