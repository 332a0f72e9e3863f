import { Toast } from '@base-ui/react/toast';
import { CircleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { splitAtReference } from '../../api/errors.ts';
import { TextWithReference } from '../display/alert.tsx';
import { giveFocusBackFrom } from './open-windows.ts';
import styles from './overlays.module.css';

export interface SnackbarOptions {
  /**
   * `error` is red, interrupts a screen reader, and stays longer. Its words are on the page twice: the ones that are
   * seen are hidden from screen readers, which read the others out at once, until the focus is there. Default `info`.
   */
  tone?: 'info' | 'error' | undefined;
  /**
   * Milliseconds it stays (product §9 names some); 4000, or 8000 for an error, when absent. It waits while pointed at,
   * and until it is dismissed where it names a reference, which somebody reads aloud.
   */
  duration?: number | undefined;
  /** One way out, such as Undo. */
  action?: { label: string; onPress: () => void } | undefined;
}

const manager = Toast.createToastManager();
let isMounted = false;
let early: (() => void)[] = [];

/**
 * What {@link snackbar} does once the code is here. Waits for the stack to be on the page. Returns what takes it away.
 */
export function addSnackbar(text: string, { tone = 'info', duration, action }: SnackbarOptions): () => void {
  let id: string | null = null;
  const add = () => {
    id = manager.add({
      title: text,
      type: tone,
      priority: tone === 'error' ? 'high' : 'low',
      timeout: splitAtReference(text).length > 1 ? 0 : (duration ?? (tone === 'error' ? 8000 : 4000)),
      onClose: () => giveFocusBackFrom(document.querySelector('[data-snackbars]')),
      ...(action ? { actionProps: { children: action.label, onClick: action.onPress } } : {}),
    });
  };
  if (isMounted) add();
  else early.push(add);
  return () => {
    early = early.filter((waiting) => waiting !== add);
    if (id !== null) manager.close(id);
  };
}

/** The snackbar on the page; a default export, for `lazy`. */
export default function SnackbarStack() {
  // After the provider's own effect, in which it begins to listen to the manager.
  useEffect(() => {
    isMounted = true;
    for (const add of early.splice(0)) add();
    return () => {
      isMounted = false;
    };
  }, []);
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className={styles.snackbars} data-snackbars>
          <Snackbars />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Snackbars() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.snackbar}>
      {toast.type === 'error' && <CircleAlert size={18} aria-hidden />}
      <Toast.Title className={styles.snackbarText} render={<p />}>
        <TextWithReference>{toast.title}</TextWithReference>
      </Toast.Title>
      {toast.actionProps && <Toast.Action className={styles.snackbarButton} />}
      <Toast.Close className={styles.snackbarButton} aria-label="Dismiss">
        <X size={16} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ));
}
