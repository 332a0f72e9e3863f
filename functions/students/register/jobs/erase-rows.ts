import { termReportFields } from '#shared/term-reports/fields.ts';
import { deleteArchiveFile, halfOfArchive } from '../../../attendance/records/archived-attendance.ts';
import { deleteRow, type FoundRow, removeAttributes, rowsOfStudents } from '../../../platform/table/erase-rows.ts';
import { tableParts } from '../erasure/erasure-steps.ts';

/** What a student wrote or was written of: everything but counts. Marks and counts stay, for averages and statistics. */
const removedAttributes = {
  'term-report': Object.values(termReportFields)
    .filter(({ kind }) => kind !== 'count')
    .map(({ name }) => name as string),
  'subject-record': ['application', 'conduct', 'comment'],
  'attendance-record': ['scans', 'decided', 'timeIn', 'timeOut', 'reason'],
} as const;

/** Of each kind of row that has a student's id, what becomes of it. */
export const erasureRules: Readonly<
  Record<string, 'goes' | 'goes with its file' | 'loses its notes' | 'stays' | readonly string[]>
> = {
  ...removedAttributes,
  'archived-attendance': 'goes with its file',
  audit: 'goes',
  assignment: 'goes',
  'paper-given': 'goes',
  'posted-report': 'goes',
  promoted: 'goes',
  'promotion-decision': 'goes',
  'refused-scan': 'goes',
  'removed-mark': 'goes',
  'student-sign-in': 'goes',
  'taken-over': 'goes',
  'told-absence': 'goes',
  'upload-ticket': 'goes',
  'access-event': 'stays',
  'course-work': 'loses its notes',
  'erased-student': 'stays',
  'weekly-mark': 'stays',
};

/** Rows that are written at the same time. */
const concurrency = 10;

/**
 * Erases what a part of the table has of students, at most `searchedAtOnce`. Answers what it left because nobody has said what should become of it; each row once
 * or again, as if once.
 */
export async function eraseRows(studentIds: readonly string[], segment: number): Promise<string[]> {
  const rows = await rowsOfStudents(studentIds, { segment, of: tableParts });
  for (let first = 0; first < rows.length; first += concurrency) {
    await Promise.all(rows.slice(first, first + concurrency).map(eraseRow));
  }
  const unknown = new Set(rows.filter(({ entity }) => !(entity in erasureRules)).map(({ entity }) => entity));
  return [...unknown].map(
    (entity) => `Rows of the kind ${entity}: the program does not know what should become of them.`,
  );
}

async function eraseRow(row: FoundRow): Promise<void> {
  const fate = erasureRules[row.entity] ?? 'stays';
  if (fate === 'stays') return;
  // The file first: once its row is deleted nothing names it.
  if (fate === 'goes with its file') await deleteArchiveFile({ studentId: row.studentId, half: halfOfArchive(row) });
  if (fate === 'goes' || fate === 'goes with its file') return deleteRow(row);
  if (fate === 'loses its notes') return removeAttributes(row, row.notes);
  const names = fate
    .flatMap((name) => [name, `${name}By`, `${name}At`])
    .filter((name) => row.attributes.includes(name));
  await removeAttributes(
    row,
    names.map((name) => [name]),
  );
}
