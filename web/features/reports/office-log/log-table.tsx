import { Badge } from '@aws-amplify/ui-react';
import { pluralize } from '#shared/pluralize.ts';
import { type LogLine, logKinds } from '#shared/reports/office-log.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { Table } from '../../../ui/display/table.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import styles from './office-log.module.css';

/** What the log shows in one row: a line, or the lines of a batch, the latest first. */
export interface LogEntry {
  lines: readonly [LogLine, ...LogLine[]];
  /** What was done, a sentence. */
  says: string;
}

/** Seconds between two lines of a batch at most. */
const pause = 120;

const secondsOf = ({ at }: LogLine): number => Date.parse(`${at.replace(' ', 'T')}Z`) / 1000;
const fieldsOf = ({ changes }: LogLine): string => [...new Set(changes.map(({ field }) => field))].join(', ');

/** How many of something a sentence says. The number of a form or term counts nothing. */
const counted = /(?<![\d,])\d[\d,]{0,11}(?= (?:students?|reports?)\b)/;

/** The sentence without what differs from line to line of a batch: the student's name, or how many they were. */
const templateOf = ({ says, about, student_id }: LogLine): string =>
  student_id === null ? says.replace(counted, '#') : says.replace(about, '#');

/**
 * Lines of one person, shortly after each other, that say the same of several students or of several parts of a job.
 */
const isSameBatch = (one: LogLine, next: LogLine): boolean =>
  one.account_id === next.account_id &&
  one.kind === next.kind &&
  (one.student_id === null) === (next.student_id === null) &&
  Math.abs(secondsOf(one) - secondsOf(next)) <= pause &&
  (templateOf(one) === templateOf(next) || (one.student_id !== null && fieldsOf(one) === fieldsOf(next)));

/**
 * One entry for each act: lines of a batch are together. `hasEarlier`: the last batch may have lines that are not
 * loaded. Pure.
 */
export function groupLogLines(lines: readonly LogLine[], hasEarlier: boolean): LogEntry[] {
  const groups: [LogLine, ...LogLine[]][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && isSameBatch(before, line)) last.push(line);
    else groups.push([line]);
  }
  return groups.map((group, index) => ({
    lines: group,
    says: sentenceOfBatch(group, hasEarlier && index === groups.length - 1 ? 'at least ' : ''),
  }));
}

function sentenceOfBatch(lines: readonly [LogLine, ...LogLine[]], atLeast: '' | 'at least '): string {
  const [first] = lines;
  if (lines.length === 1) return first.says;
  const template = templateOf(first);
  const isOne = lines.every((line) => templateOf(line) === template);
  if (first.student_id !== null) {
    const count = new Set(lines.map(({ student_id }) => student_id)).size;
    // Lines that are not loaded may be of the same student, or of others: the one who is known is named.
    const students = count === 1 ? first.about : `${atLeast}${pluralize(count, 'student')}`;
    return isOne ? template.replace('#', students) : `Changed ${fieldsOf(first)} of ${students}.`;
  }
  const numbers = lines.map(({ says }) => Number((counted.exec(says)?.[0] ?? '0').replaceAll(',', '')));
  const isSum =
    lines.some(({ says }) => says !== first.says) ||
    /^(Posted|Registered|Assigned|Took back|Made accounts) /.test(first.says);
  return isSum
    ? template.replace('#', `${atLeast}${numbers.reduce((sum, one) => sum + one, 0).toLocaleString('en')}`)
    : first.says;
}

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
