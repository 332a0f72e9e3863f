import {
  type CompletenessRow,
  isBoardRowComplete,
  missingOnRow,
  teacherNamesOrNobody,
} from '#shared/term-reports/completeness-calls.ts';

export interface Reminder {
  /** "Mona Núñez", or all teachers who share a row. */
  teacher: string;
  /** Ids of these teachers; empty where nobody is assigned. */
  employeeIds: string[];
  /** "1A Mathematics: 5 marks, 12 comments". */
  lines: string[];
}

/** What is missing by teacher, sorted by name. */
export function buildReminders(rows: readonly CompletenessRow[]): Reminder[] {
  const open = rows.filter((row) => !isBoardRowComplete(row));
  return [...Map.groupBy(open, teacherNamesOrNobody)]
    .map(([teacher, own]) => ({
      teacher,
      employeeIds: [...new Set(own.flatMap(({ teachers }) => teachers.map(({ employee_id }) => employee_id)))],
      lines: own.map(missingOnRow),
    }))
    .sort((a, b) => a.teacher.localeCompare(b.teacher));
}

/** The text to copy: a name, and its lines below. */
export const reminderText = ({ teacher, lines }: Reminder): string =>
  [teacher, ...lines.map((line) => `- ${line}`)].join('\n');
