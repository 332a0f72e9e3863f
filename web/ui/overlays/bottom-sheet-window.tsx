import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../controls/button.tsx';
import styles from './overlays.module.css';

export interface BottomSheetProps {
  /** Nothing else may open it: it takes the keyboard. */
  openedBy: 'act';
  open: boolean;
  /** Asked to close: Escape, the close button, a press outside, a swipe down. */
  onClose: () => void;
  title: string;
  footer?: ReactNode;
  /** What gets the focus first, such as the text area that the sheet is for. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Where the focus goes on closing; to where it was when absent. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** The window of {@link BottomSheet}; a default export, for `lazy`. */
export default function BottomSheetWindow(props: BottomSheetProps) {
  const { open, onClose, title, footer, initialFocus, finalFocus, children } = props;
  return (
    <Drawer.Root
      open={open}
      swipeDirection="down"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.sheetViewport}>
          <Drawer.Popup
            className={styles.sheet}
            {...(initialFocus ? { initialFocus } : {})}
            {...(finalFocus ? { finalFocus } : {})}
          >
            <div className={styles.grip} />
            <header className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <Drawer.Close render={<IconButton label="Close" icon={X} />} />
            </header>
            <Drawer.Content className={styles.body}>{children}</Drawer.Content>
            {footer && <footer className={styles.foot}>{footer}</footer>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
