import type { BottomSheetProps } from './bottom-sheet-window.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';

export const preloadBottomSheet = () => import('./bottom-sheet-window.tsx');

/**
 * A panel from the lower edge, for one long text beside the row it belongs to: what is typed once it is asked for is
 * meant for it.
 */
export const BottomSheet = lazyOverlay<BottomSheetProps>(preloadBottomSheet, { takesTyping: true });
