import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { useJustChanged } from '../../ui/overlays/use-just-changed.ts';
import type { Outbox } from '../outbox.ts';
import styles from './status.module.css';

/**
 * Buttons that decide about a typed value. They ignore clicks for a moment after they appear or move: `about`
 * identifies position and question.
 */
export function DecisionButtons({ about, children }: { about: string; children: ReactNode }) {
  const isSettling = useJustChanged(about);
  return (
    <Row as="span" align="stretch" wrap gap={8} className={styles.answer} data-settling={isSettling ? '' : undefined}>
      {children}
    </Row>
  );
}

/** The focus stays where somebody types. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The choice between the two values of a conflict (rule 9). */
export function ConflictDecisionButtons(props: { about: string; outbox: Outbox; id: string; field: string }) {
  const { about, outbox, id, field } = props;
  return (
    <DecisionButtons about={about}>
      <Button onMouseDown={keepFocus} onClick={() => void outbox.discardValue(id, field)}>
        Take theirs
      </Button>
      <Button onMouseDown={keepFocus} onClick={() => void outbox.keepMine(id, field)}>
        Keep mine
      </Button>
    </DecisionButtons>
  );
}
