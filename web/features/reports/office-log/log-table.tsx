import { Badge } from '@aws-amplify/ui-react';
import { pluralize } from '#shared/pluralize.ts';
import { type LogLine, logKinds } from '#shared/reports/office-log.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { Table } from '../../../ui/display/table.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import { groupLogLines, type LogEntry } from './log-entries.ts';
import styles from './office-log.module.css';

/** A change whose values are as long as this is shown behind the sentence. */
const longText = 90;

interface LogTableProps {
  lines: readonly LogLine[];
  /** Whether there are lines that are not loaded. */
  hasEarlier: boolean;
  /** Shows the lines about one student. */
  onStudent: (studentId: string) => void;
}

export const LogTable = ({ lines, hasEarlier, onStudent }: LogTableProps) => (
  <div className={styles.log}>
    <Table label="Office log">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Kind</th>
        </tr>
      </thead>
      <tbody>
        {groupLogLines(lines, hasEarlier).map((entry) => (
          <Line key={entry.lines[0].key} entry={entry} onStudent={onStudent} />
        ))}
      </tbody>
    </Table>
  </div>
);

function Line({ entry, onStudent }: { entry: LogEntry; onStudent: LogTableProps['onStudent'] }) {
  const [first] = entry.lines;
  return (
    <Row as="tr" phone align="stretch" wrap gap={2} across={10}>
      <th scope="row" className={styles.when}>
        {displayDate(first.at.slice(0, 10))} <small>{first.at.slice(11, 16)}</small>
      </th>
      <td className={styles.who}>{first.by}</td>
      <td className={styles.what}>
        {entry.lines.length === 1 ? (
          <Sentence line={first} onStudent={onStudent} />
        ) : (
          <span>
            <WholeDates>{entry.says}</WholeDates>
          </span>
        )}
        <Details entry={entry} onStudent={onStudent} />
      </td>
      <td className={styles.kind}>
        <Badge>{logKinds[first.kind].label}</Badge>
      </td>
    </Row>
  );
}

/** The sentence; the student's name in it shows their lines alone. */
function Sentence({
  line: { says, about, student_id },
  onStudent,
}: { line: LogLine } & Pick<LogTableProps, 'onStudent'>) {
  const at = student_id === null ? -1 : says.indexOf(about);
  if (student_id === null || at < 0) {
    return (
      <span>
        <WholeDates>{says}</WholeDates>
      </span>
    );
  }
  return (
    <>
      <WholeDates>{says.slice(0, at)}</WholeDates>
      <button type="button" className={styles.student} onClick={() => onStudent(student_id)}>
        {about}
      </button>
      <WholeDates>{says.slice(at + about.length)}</WholeDates>
    </>
  );
}

/** The lines of a batch, or what was changed from what to what where the sentence does not say it. */
function Details({ entry: { lines }, onStudent }: { entry: LogEntry; onStudent: LogTableProps['onStudent'] }) {
  const [first] = lines;
  if (lines.length > 1) {
    return (
      <details className={styles.details}>
        <summary>{pluralize(lines.length, 'line')}</summary>
        <Stack as="ul" gap={2} size={13} className={styles.changes} breaks>
          {lines.map((line) => (
            <li key={line.key}>
              <Sentence line={line} onStudent={onStudent} />
            </li>
          ))}
        </Stack>
      </details>
    );
  }
  const { changes, shows_values } = first;
  const [only] = changes;
  const isSaid = changes.length === 1 && `${only?.was}${only?.now}`.length < longText;
  if (!shows_values || changes.length === 0 || isSaid) return null;
  return (
    <details className={styles.details}>
      <summary>{pluralize(changes.length, 'change')}</summary>
      <Stack as="ul" gap={2} size={13} className={styles.changes} breaks>
        {changes.map(({ field, was, now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of the log never changes, and may name a field twice
          <li key={index}>
            {field}: <del>{was ?? 'blank'}</del> → <strong>{now ?? 'blank'}</strong>
          </li>
        ))}
      </Stack>
    </details>
  );
}
