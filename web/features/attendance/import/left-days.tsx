import type { attendanceContract } from '#shared/attendance/contract.ts';
import { countOf } from '#shared/count-of.ts';
import type { Output } from '#shared/http/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import styles from './import.module.css';

/** What the undo of an import left as it is. */
export type Left = Pick<Output<typeof attendanceContract.undoImport>, 'state' | 'left' | 'left_count'>;

/** Names the days that keep what the import added. Nothing where all went back. */
export function LeftDays({ state, left, left_count }: Left) {
  if (state === 'failed')
    return <Alert tone="error">The undo ended early. Undo it again: what went back already stays so.</Alert>;
  if (left_count === 0) return null;
  return (
    <Alert tone="warning">
      {countOf(left_count, 'day')} {left_count === 1 ? 'was' : 'were'} left as {left_count === 1 ? 'it is' : 'they are'}
      :
      <ul className={styles.left} aria-label="Left as they are">
        {left.map(({ student_id, name, date, reason }) => (
          <li key={`${student_id} ${date}`}>
            <strong>{name}</strong>, {displayDate(date)}: {reason}
          </li>
        ))}
        {left_count > left.length && <li>and {countOf(left_count - left.length, 'other')}</li>}
      </ul>
    </Alert>
  );
}
