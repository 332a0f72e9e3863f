import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { useSettling } from '../../ui/overlays/settling.ts';
import type { Outbox } from '../outbox.ts';
import styles from './status.module.css';

/** Buttons that decide about a typed value. They ignore clicks for a moment after they appear or move: `about` identifies position and question. */
export function Answer({ about, children }: { about: string; children: ReactNode }) {
  const isSettling = useSettling(about);
  return (
    <span className={styles.answer} data-settling={isSettling ? '' : undefined}>
      {children}
    </span>
  );
}

/** The focus stays where somebody types. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The choice between the two values of a conflict (rule 9). */
export function ConflictAnswer(props: { about: string; outbox: Outbox; id: string; field: string }) {
  const { about, outbox, id, field } = props;
  return (
    <Answer about={about}>
      <Button onMouseDown={keepFocus} onClick={() => void outbox.discardValue(id, field)}>
        Take theirs
      </Button>
      <Button onMouseDown={keepFocus} onClick={() => void outbox.keepMine(id, field)}>
        Keep mine
      </Button>
    </Answer>
  );
}
