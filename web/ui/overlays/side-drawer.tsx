import { lazyOverlay } from './lazy-overlay.tsx';
import type { SideDrawerProps } from './side-drawer-window.tsx';

/** The menu of a phone, from the left edge. */
export const SideDrawer = lazyOverlay<SideDrawerProps>(() => import('./side-drawer-window.tsx'));
