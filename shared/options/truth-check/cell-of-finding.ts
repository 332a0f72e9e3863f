import type { Warning } from './improbable/class-to-judge.ts';

/** Names of the record's fields on the screen, by what a warning is about. */
const ofReport = {
  timesAbsent: 'times_absent',
  timesLate: 'times_late',
  formTeacherComments: 'comments',
  deanComments: 'dcomments',
} as const;
const ofSubject = { total: 'exam_mark', timesAbsent: 'absent', timesLate: 'late', comment: 'comment' } as const;

/** The field of a student's record that a warning is in; null for one about a whole class. */
export function findCellOf({ studentId, subjectId, field }: Warning): string | null {
  if (studentId === null) return null;
  if (subjectId === null) return (ofReport as Readonly<Record<string, string>>)[field] ?? null;
  const column = (ofSubject as Readonly<Record<string, string>>)[field];
  return column === undefined ? null : `${subjectId}/${column}`;
}
