import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../controls/button.tsx';
import { TextWithReference } from '../display/alert.tsx';
import { WholeDates } from '../screen/whole-dates.tsx';
import { ClosingQuestionsContext } from './closing-question.ts';
import styles from './overlays.module.css';
import type { OverlayTrigger } from './typing-idle.ts';
import { useWindow } from './use-window.ts';

export type DialogProps = DialogContent &
  (
    | { openedBy: Exclude<OverlayTrigger, 'itself'>; initialFocus?: RefObject<HTMLElement | null> | undefined }
    // The next key may have been meant for the page: neither a field nor a button gets it.
    | {
        openedBy: 'itself';
        initialFocus?: undefined;
        /**
         * Opens over a field too, when nobody used the page for so many milliseconds; for what must not be seen then.
         */
        unattended?: number | undefined;
      }
  );

interface DialogContent {
  open: boolean;
  /** Asked to close: Escape, the close button, a press outside. Leave `open` true to refuse. */
  onClose: () => void;
  title: string;
  /** What the dialog says, read out with its title. */
  text?: string | undefined;
  /** 380, 400, 560 pixels, 60 % and 80 % of the window, the whole window. Default `medium`. */
  size?: 'narrow' | 'small' | 'medium' | 'broad' | 'wide' | 'full' | undefined;
  /** In the head, beside the title: what hides behind the window and must be in sight while it is open. */
  status?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Gives the focus where it goes on closing, and is true; false: to where it was. */
  finalFocus?: (() => boolean) | undefined;
  /** A text that is written in it is saved as it is typed: Ctrl+Enter closes it. */
  savesItself?: boolean | undefined;
  /** Content up to the edges, for frames and tables. */
  flush?: boolean | undefined;
  /** An answer is needed: no close button, and a press outside does nothing. */
  mustAnswer?: boolean | undefined;
  /** Hides the page behind it, for what may not be seen without an answer. */
  cover?: boolean | undefined;
  children?: ReactNode;
}

/**
 * The window of {@link Dialog}; a default export, for `lazy`. `initialFocus` gets the focus first; the first control
 * when absent, and the window itself where it opened by itself.
 */
export default function DialogWindow(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    text,
    size = 'medium',
    status,
    footer,
    flush,
    mustAnswer = false,
    cover = false,
    openedBy,
    initialFocus,
    finalFocus,
    savesItself,
    children,
  } = props;
  const kit = useWindow({
    open,
    onClose,
    finalFocus,
    savesItself,
    initialFocus: openedBy === 'itself' ? 'window' : initialFocus,
  });
  return (
    <Base.Root {...kit.root} disablePointerDismissal={mustAnswer}>
      <Base.Portal>
        <Base.Backdrop className={`${styles.backdrop} ${cover ? styles.cover : ''}`} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            {...kit.popup}
            className={`${styles.dialog} ${styles[size]}`}
            {...(mustAnswer ? { role: 'alertdialog' } : {})}
          >
            <header className={styles.head}>
              <Base.Title className={styles.title}>
                <WholeDates>{title}</WholeDates>
              </Base.Title>
              {status && <div className={styles.status}>{status}</div>}
              {!mustAnswer && <Base.Close render={<IconButton label="Close" icon={X} />} />}
            </header>
            <div className={flush ? styles.flush : styles.body}>
              {text !== undefined && (
                <Base.Description className={styles.muted}>
                  <TextWithReference>{text}</TextWithReference>
                </Base.Description>
              )}
              <ClosingQuestionsContext value={kit.questions}>{children}</ClosingQuestionsContext>
            </div>
            {footer && <footer className={styles.foot}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
