import { createPortal } from 'react-dom';
import { Button } from '../controls/button.tsx';
import styles from './overlays.module.css';

/** Says that a window is there and waits, without taking the focus from where somebody types (ADR 0033). */
export function WaitingWindowNotice({ title, onShow }: { title: string; onShow: () => void }) {
  return createPortal(
    <div className={styles.waiting} role="status">
      <p>{title}</p>
      <Button onClick={onShow}>Show</Button>
    </div>,
    document.body,
  );
}
