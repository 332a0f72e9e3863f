import { BookOpen } from 'lucide-react';
import type { Mark } from '#shared/marks/mark-words.ts';
import { isCounted, totalText } from '#shared/marks/marks.ts';
import type { CouncilStudent } from '#shared/options/sign-off/council/calls.ts';
import { councilWordings as wordings } from '#shared/options/sign-off/council/wordings.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import styles from './council.module.css';

interface SubjectsTableProps {
  student: CouncilStudent;
  termBefore: string;
}

/** A student's marks beside those of the term before. */
export function SubjectsTable({ student: { name, subjects }, termBefore }: SubjectsTableProps) {
  if (subjects.length === 0) return <EmptyState icon={BookOpen} title={wordings.noSubjects} />;
  return (
    <Table label={wordings.subjectsOf(name)} dense folds>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <NumberHead>
            <span className={styles.termBefore}>{termBefore}</span>
          </NumberHead>
          <NumberHead>Total</NumberHead>
          <NumberHead>{wordings.change}</NumberHead>
          <NumberHead>Course</NumberHead>
          <NumberHead>Exam</NumberHead>
          <NumberHead>Absent</NumberHead>
          <th scope="col">App</th>
          <th scope="col">Con</th>
          <th scope="col">Remarks</th>
        </tr>
      </thead>
      <tbody>
        {subjects.map(({ subject_id, title, course, exam, total, before, absent, app, con, comment }) => {
          const change = changeOf(total, before);
          return (
            <tr key={subject_id}>
              <th scope="row">{title}</th>
              <NumberCell data-label={termBefore}>{totalText(before) ?? '--'}</NumberCell>
              <NumberCell data-label="Total">
                <strong>{totalText(total) ?? '--'}</strong>
              </NumberCell>
              <NumberCell data-label={wordings.change}>
                {change === null ? '' : <span data-change={change.startsWith('−') ? 'down' : 'up'}>{change}</span>}
              </NumberCell>
              <NumberCell data-label="Course">{course ?? '--'}</NumberCell>
              <NumberCell data-label="Exam">{exam ?? '--'}</NumberCell>
              <NumberCell data-label="Absent">{absent ?? '--'}</NumberCell>
              <td data-label="App">{app ?? '--'}</td>
              <td data-label="Con">{con ?? '--'}</td>
              <td data-label="Remarks" className={styles.comment}>
                {comment}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** "+3.5", "−12.0"; null where one of them is not a number. */
export function changeOf(now: Mark | null, before: Mark | null): string | null {
  if (!isCounted(now) || !isCounted(before)) return null;
  const tenths = Math.round(now * 10) - Math.round(before * 10);
  return `${tenths < 0 ? '−' : '+'}${(Math.abs(tenths) / 10).toFixed(1)}`;
}
