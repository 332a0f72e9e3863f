import { pluralize } from '#shared/pluralize.ts';
import type { LogLine } from '#shared/reports/office-log.ts';

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
    const students = `${atLeast}${pluralize(new Set(lines.map(({ student_id }) => student_id)).size, 'student')}`;
    return isOne ? template.replace('#', students) : `Changed ${fieldsOf(first)} of ${students}.`;
  }
  const numbers = lines.map(({ says }) => Number((counted.exec(says)?.[0] ?? '0').replaceAll(',', '')));
  const isSum =
    lines.some(({ says }) => says !== first.says) || /^(Posted|Registered|Assigned|Took back) /.test(first.says);
  return isSum
    ? template.replace('#', `${atLeast}${numbers.reduce((sum, one) => sum + one, 0).toLocaleString('en')}`)
    : first.says;
}
