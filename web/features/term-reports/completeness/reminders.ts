import { pluralize } from '#shared/pluralize.ts';
import {
  type CompletenessRow,
  countMissing,
  isBoardRowComplete,
  teacherNamesOrNobody,
} from '#shared/term-reports/completeness-calls.ts';

export interface Reminder {
  /** "Mona Núñez", or all teachers who share a row. */
  teacher: string;
  /** "1A Mathematics: 5 marks, 12 comments". */
  lines: string[];
}

/** What is missing by teacher, sorted by name. */
export function buildReminders(rows: readonly CompletenessRow[]): Reminder[] {
  const open = rows.filter((row) => !isBoardRowComplete(row));
  return [...Map.groupBy(open, teacherNamesOrNobody)]
    .map(([teacher, own]) => ({ teacher, lines: own.map(lineOf) }))
    .sort((a, b) => a.teacher.localeCompare(b.teacher));
}

function lineOf(row: CompletenessRow): string {
  const { marks, texts } = countMissing(row);
  const word = row.part === 'subject' ? 'comment' : 'remark';
  const parts = [...(marks > 0 ? [pluralize(marks, 'mark')] : []), ...(texts > 0 ? [pluralize(texts, word)] : [])];
  return `${row.class_id} ${row.title}: ${parts.join(', ')}`;
}

/** The text to copy: a name, and its lines below. */
export const reminderText = ({ teacher, lines }: Reminder): string =>
  [teacher, ...lines.map((line) => `- ${line}`)].join('\n');
