import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { showDay } from '../../ui/fields/dates/day-text.ts';
import styles from './mark-book.module.css';

/** A field that somebody else changed since it was read, as the server tells it. */
export interface Conflicting<F extends string> {
  field: F;
  yours: number | string | null;
  theirs: number | string | null;
  by: string | null;
}

interface ConflictNoteProps {
  conflict: Conflicting<string>;
  onSettle: (isMine: boolean) => void;
}

/** Both values, and the choice between them (rule 9). */
export function ConflictNote({ conflict: { field, yours, theirs, by }, onSettle }: ConflictNoteProps) {
  return (
    <Alert tone="error">
      {by ?? 'Somebody'} changed the {field} to {valueText(theirs)} meanwhile; yours is {valueText(yours)}.
      <div className={styles.choice}>
        <Button onClick={() => onSettle(false)}>Take theirs</Button>
        <Button onClick={() => onSettle(true)}>Keep mine</Button>
      </div>
    </Alert>
  );
}

const valueText = (value: number | string | null): string =>
  value === null ? '(blank)' : /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? showDay(String(value)) : `“${value}”`;
