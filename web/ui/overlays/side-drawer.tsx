import type { SideDrawerProps } from './side-drawer-window.tsx';
import { whenOpened } from './when-opened.tsx';

/** The menu of a phone, from the left edge. */
export const SideDrawer = whenOpened<SideDrawerProps>(() => import('./side-drawer-window.tsx'));
