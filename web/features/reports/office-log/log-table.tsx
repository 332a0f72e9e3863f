import { Badge } from '@aws-amplify/ui-react';
import { type LogLine, logKinds } from '#shared/reports/office-log.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { Table } from '../../../ui/display/table.tsx';
import styles from './office-log.module.css';

/** Most changes of a line that are shown. */
const shownChanges = 6;

interface LogTableProps {
  lines: readonly LogLine[];
  /** Shows the lines about one student. */
  onStudent: (studentId: string) => void;
}

export const LogTable = ({ lines, onStudent }: LogTableProps) => (
  <Table label="Office log">
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">Who</th>
        <th scope="col">Kind</th>
        <th scope="col">What</th>
        <th scope="col">Changes</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ key, at, by, kind, about, student_id, changes, shows_values }) => (
        <tr key={key}>
          <th scope="row" className={styles.when}>
            {displayDate(at.slice(0, 10))} <small>{at.slice(11, 16)}</small>
          </th>
          <td className={styles.who}>{by}</td>
          <td>
            <Badge>{logKinds[kind].label}</Badge>
          </td>
          <td>
            {student_id === null ? (
              about
            ) : (
              <button type="button" className={styles.student} onClick={() => onStudent(student_id)}>
                {about}
              </button>
            )}
          </td>
          <td>
            <Changes changes={changes} showsValues={shows_values} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

function Changes({ changes, showsValues }: { changes: LogLine['changes']; showsValues: boolean }) {
  const more = changes.length - shownChanges;
  return (
    <ul className={styles.changes}>
      {changes.slice(0, shownChanges).map(({ field, was, now }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the log never changes, and may name a field twice
        <li key={index}>
          {field}
          {showsValues && (
            <>
              : <s>{was ?? 'blank'}</s> → <strong>{now ?? 'blank'}</strong>
            </>
          )}
        </li>
      ))}
      {more > 0 && <li className={styles.more}>and {more} more</li>}
    </ul>
  );
}
