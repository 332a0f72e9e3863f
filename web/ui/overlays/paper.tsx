import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './paper.module.css';

/** What is printed while a window is open, and nothing else of the page. On the screen it is not there. */
export const Paper = ({ children }: { children: ReactNode }) =>
  createPortal(
    <section className={styles.paper} aria-hidden>
      {children}
    </section>,
    document.body,
  );
