import { lazyPart } from '../../../ui/display/lazy-part.ts';
import type { DayWindowProps } from './day-window.tsx';

/** Its form is more code than a list of days waits for: fetch it while the page rests. */
export const loadDayWindow = () => import('./day-window.tsx');

/** To be put into a Suspense. */
export const DayWindow = lazyPart<DayWindowProps>(loadDayWindow);
