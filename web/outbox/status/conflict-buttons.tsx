import type { MouseEvent } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import type { Outbox } from '../outbox.ts';

/** The focus stays where somebody types. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The choice between the two values of a conflict (rule 9). */
export function ConflictButtons({ outbox, id, field }: { outbox: Outbox; id: string; field: string }) {
  return (
    <>
      <Button onMouseDown={keepFocus} onClick={() => void outbox.giveUp(id, field)}>
        Take theirs
      </Button>
      <Button onMouseDown={keepFocus} onClick={() => void outbox.keepMine(id, field)}>
        Keep mine
      </Button>
    </>
  );
}
