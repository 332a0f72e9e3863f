import type { BottomSheetProps } from './bottom-sheet-window.tsx';
import { whenOpened } from './when-opened.tsx';

export const preloadBottomSheet = () => import('./bottom-sheet-window.tsx');

/** A panel from the lower edge, for one long text beside the row it belongs to: what is typed once it is asked for is meant for it. */
export const BottomSheet = whenOpened<BottomSheetProps>(preloadBottomSheet, { takesTyping: true });
