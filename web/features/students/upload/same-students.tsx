import { countOf } from '#shared/count-of.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { type ConfirmRow, hasAnotherName } from './confirm-rows.ts';
import styles from './upload.module.css';
import type { ConfirmActs } from './use-confirm-rows.ts';

/** Rows whose ids differ from ids of the school in zeros alone, to be answered all at once (rule 55). Nothing where there is none. */
export function SameStudents({ rows, acts }: { rows: readonly ConfirmRow[]; acts: ConfirmActs }) {
  const [first] = rows;
  if (!first) return null;
  const others = rows.filter(hasAnotherName).length;
  const all = rows.length - others;
  return (
    <Alert tone="warning">
      <p>
        {countOf(rows.length, 'ID')} of the file {rows.length === 1 ? 'is' : 'are'} here with other zeros at the start,
        such as {first.match?.student_id} for {first.cells.get('id')}. Until you say whether these are the same
        students, the rows are left out.
        {others > 0 &&
          ` ${others} of them ${others === 1 ? 'has another name here and is' : 'have another name here and are'} answered in the row.`}
      </p>
      {all > 0 && (
        <span className={styles.answers}>
          <Button onClick={() => acts.answerAll('same')}>
            {all === 1 ? 'It is the same student' : `All ${all} are the same students`}
          </Button>
          <Button onClick={() => acts.answerAll('another')}>
            {all === 1 ? 'It is another student' : `All ${all} are other students`}
          </Button>
        </span>
      )}
    </Alert>
  );
}
