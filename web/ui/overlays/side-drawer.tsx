import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/button.tsx';
import styles from './overlays.module.css';
import { useWindow } from './use-window.ts';

export interface SideDrawerProps {
  /** Nothing else may open it: it takes the keyboard. */
  openedBy: 'act';
  open: boolean;
  /** Asked to close: Escape, the close button, a press outside, a swipe to the left. */
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A panel from the left edge; a default export, for `lazyOverlay`. */
export default function SideDrawer({ open, onClose, title, children }: SideDrawerProps) {
  const kit = useWindow({ open, onClose });
  return (
    <Drawer.Root {...kit.root} swipeDirection="left">
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.sideViewport}>
          <Drawer.Popup {...kit.popup} className={styles.side}>
            <header className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <Drawer.Close render={<IconButton label="Close menu" icon={X} />} />
            </header>
            <Drawer.Content>{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
