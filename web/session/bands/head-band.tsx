import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { InBandSlot } from '../../ui/screen/head-slots.ts';
import styles from './head-band.module.css';

interface HeadBandProps {
  /** Read out once, when the band appears. */
  said: string;
  /** The visible text, which may change each second. */
  children: ReactNode;
  /** The button that answers it. */
  action: ReactNode;
}

/**
 * Says in the top bar what somebody who types must know, and takes neither the focus nor room from the page: nothing moves
 * under a hand that is about to press.
 */
export function HeadBand({ said, children, action }: HeadBandProps) {
  return (
    <InBandSlot>
      <div className={styles.band}>
        <VisuallyHidden>
          <span role="alert">{said}</span>
        </VisuallyHidden>
        <p className={styles.text} aria-hidden title={said}>
          {children}
        </p>
        {action}
      </div>
    </InBandSlot>
  );
}
