import { whenOpened } from '../ui/overlays/when-opened.tsx';
import type { ExplanationWindowProps } from './explanation-window.tsx';

/** The window of an explanation; few open it, and its code comes when they do. */
export const Explanation = whenOpened<ExplanationWindowProps>(() => import('./explanation-window.tsx'));
