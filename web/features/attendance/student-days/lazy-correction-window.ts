import { lazyPart } from '../../../ui/display/lazy-part.ts';
import type { CorrectionWindowProps } from './correction-window.tsx';

/** Its form is more code than a list of days waits for: fetch it while the page rests. */
export const loadCorrectionWindow = () => import('./correction-window.tsx');

/** To be put into a Suspense. */
export const CorrectionWindow = lazyPart<CorrectionWindowProps>(loadCorrectionWindow);
