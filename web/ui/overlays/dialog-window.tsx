import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../controls/button.tsx';
import styles from './overlays.module.css';

export interface DialogProps {
  open: boolean;
  /** Asked to close: Escape, the close button, a press outside. Leave `open` true to refuse. */
  onClose: () => void;
  title: string;
  /** What the dialog says, read out with its title. */
  text?: string | undefined;
  /** 400, 560 pixels, 80 % of the window, the whole window. Default `medium`. */
  size?: 'small' | 'medium' | 'wide' | 'full' | undefined;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Content up to the edges, for frames and tables. */
  flush?: boolean | undefined;
  /** An answer is needed: no close button, and a press outside does nothing. */
  mustAnswer?: boolean | undefined;
  /** Hides the page behind it, for what may not be seen without an answer. */
  cover?: boolean | undefined;
  /** What gets the focus first; the first control when absent. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
}

/** The window of {@link Dialog}; a default export, for `lazy`. */
export default function DialogWindow(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    text,
    size = 'medium',
    footer,
    flush,
    mustAnswer = false,
    cover = false,
    initialFocus,
    children,
  } = props;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={mustAnswer}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={`${styles.backdrop} ${cover ? styles.cover : ''}`} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={`${styles.dialog} ${styles[size]}`}
            {...(mustAnswer ? { role: 'alertdialog' } : {})}
            {...(initialFocus ? { initialFocus } : {})}
          >
            <header className={styles.head}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {!mustAnswer && <Base.Close render={<IconButton label="Close" icon={X} />} />}
            </header>
            <div className={flush ? styles.flush : styles.body}>
              {text !== undefined && <Base.Description className={styles.muted}>{text}</Base.Description>}
              {children}
            </div>
            {footer && <footer className={styles.foot}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
