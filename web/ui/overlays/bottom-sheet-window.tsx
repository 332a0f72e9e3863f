import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../controls/button.tsx';
import { ClosingQuestionsContext } from './closing-question.ts';
import styles from './overlays.module.css';
import { useWindow } from './use-window.ts';

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
  /** Gives the focus where it goes on closing, and is true; false: to where it was. */
  finalFocus?: (() => boolean) | undefined;
  /** A text that is written in it is saved as it is typed: Ctrl+Enter closes it. */
  savesItself?: boolean | undefined;
  children: ReactNode;
}

/** The window of {@link BottomSheet}; a default export, for `lazy`. */
export default function BottomSheetWindow(props: BottomSheetProps) {
  const { open, onClose, title, footer, initialFocus, finalFocus, savesItself, children } = props;
  const kit = useWindow({ open, onClose, initialFocus, finalFocus, savesItself });
  return (
    <Drawer.Root {...kit.root} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.sheetViewport}>
          <Drawer.Popup {...kit.popup} className={styles.sheet}>
            <div className={styles.grip} />
            <header className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <Drawer.Close render={<IconButton label="Close" icon={X} />} />
            </header>
            <Drawer.Content className={styles.body}>
              <ClosingQuestionsContext value={kit.questions}>{children}</ClosingQuestionsContext>
            </Drawer.Content>
            {footer && <footer className={styles.foot}>{footer}</footer>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
