import { Link } from 'react-router-dom';
import { countOf } from '#shared/count-of.ts';
import type { Output } from '#shared/http/contract.ts';
import type { termReportsContract } from '#shared/term-reports/contract.ts';
import type { Address } from '../../../place/use-place.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import styles from './posting.module.css';

type Result = Output<typeof termReportsContract.postingCheck>;

/** So many students are listed; more are only counted. */
const shown = 200;

/** What the reports lack: marks, remarks, and texts that do not fit or cannot be printed (rule 28). `board`: where it is by teacher. */
export function CheckResult({ result, board }: { result: Result; board: Address | null }) {
  return (
    <>
      <Lacking {...result} board={board} />
      <SetTighter students={result.set_tighter} />
    </>
  );
}

/** Reports named where they are set tighter; more are only counted. */
const namedTighter = 12;

/** No fault: so many reports have a few lines more than a page takes, and are on one all the same. */
function SetTighter({ students }: { students: Result['set_tighter'] }) {
  if (students.length === 0) return null;
  const names = students.slice(0, namedTighter).map(({ name, class_id }) => `${name} (${class_id})`);
  const more = students.length > namedTighter ? `, and ${students.length - namedTighter} more` : '';
  return (
    <Alert tone="info">
      {countOf(students.length, 'report')} {students.length === 1 ? 'is' : 'are'} a few lines over and{' '}
      {students.length === 1 ? 'is' : 'are'} set tighter to stay on one page: {names.join('; ')}
      {more}.
    </Alert>
  );
}

/** "1,000", as numbers are shown elsewhere. */
const figure = (count: number): string => count.toLocaleString('en');

function Lacking({ reports, students, board }: Result & { board: Address | null }) {
  if (reports === 0) return <Alert tone="warning">Nobody is registered for this term.</Alert>;
  if (students.length === 0) return <Alert tone="success">All {figure(reports)} reports are complete.</Alert>;
  const lacking = (field: 'missing_marks' | 'missing_remarks' | 'text_problems') =>
    figure(students.filter((student) => student[field].length > 0).length);
  return (
    <>
      <Alert tone="warning">
        {figure(students.length)} of {figure(reports)} reports are not complete: {lacking('missing_marks')} with missing
        marks, {lacking('missing_remarks')} with missing remarks, {lacking('text_problems')} with text that does not fit
        or cannot be printed.{' '}
        {board !== null && <Link to={board}>See what is missing by class, subject and teacher</Link>}
      </Alert>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles.problems} aria-label="Reports that are not complete" tabIndex={0}>
        <ul className={styles.list}>
          {students.slice(0, shown).map((student) => (
            <li key={student.student_id}>
              <strong>
                {student.name}, {student.class_id}
              </strong>
              {student.missing_marks.length > 0 && <span>Marks: {student.missing_marks.join(', ')}</span>}
              {student.missing_remarks.length > 0 && <span>Remarks: {student.missing_remarks.join(', ')}</span>}
              {student.text_problems.map((problem) => (
                <span key={problem}>{problem}</span>
              ))}
            </li>
          ))}
        </ul>
        {students.length > shown && <p className={styles.more}>And {figure(students.length - shown)} more.</p>}
      </section>
    </>
  );
}

type Changed = Output<typeof termReportsContract.postingChanges>['students'];

/** The reports that are otherwise now than parents see them, each with what has changed. */
export function ChangedReports({ students }: { students: Changed }) {
  if (students.length === 0) return <Alert tone="success">Nothing has changed since.</Alert>;
  return (
    <>
      <Alert tone="info">
        {students.length === 1 ? '1 report has' : `${students.length} reports have`} changed since.
      </Alert>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles.problems} aria-label="Reports that have changed" tabIndex={0}>
        <ul className={styles.list}>
          {students.slice(0, shown).map(({ student_id, name, class_id, changed }) => (
            <li key={student_id}>
              <strong>
                {name}, {class_id}
              </strong>
              <span>{changed.length === 0 ? 'Not posted yet' : changed.join(', ')}</span>
            </li>
          ))}
        </ul>
        {students.length > shown && <p className={styles.more}>And {students.length - shown} more.</p>}
      </section>
    </>
  );
}
