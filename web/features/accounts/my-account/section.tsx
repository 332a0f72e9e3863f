import { type ReactNode, useId } from 'react';
import styles from './my-account.module.css';

interface SectionProps {
  title: string;
  text?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A part of My account, with its heading. */
export function Section({ title, text, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
