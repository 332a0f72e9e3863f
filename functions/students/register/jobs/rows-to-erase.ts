import { recordsPlace } from '#shared/place.ts';
import { termReportFields } from '#shared/term-reports/fields.ts';
import { deleteArchiveFile, halfYearOfArchiveKey } from '../../../attendance/records/archived-attendance.ts';
import {
  type ClassOfTerm,
  makesRecordsStale,
  makesReportsStale,
} from '../../../marks/records/class-records-version.ts';
import { SubjectRecordEntity } from '../../../marks/records/subject-record.ts';
import { TermReportEntity } from '../../../marks/records/term-report.ts';
import type { Meaning } from '../../../platform/table/action.ts';
import {
  type AttributeRemoval,
  deleteRow,
  executeAttributeRemovals,
  type ScannedRow,
  scanRowsOfStudents,
} from '../../../platform/table/erase-rows.ts';
import { splitIntoPieces } from '../../../platform/table/table.ts';
import { tableParts } from '../erasure/erasure-steps.ts';

/** Attributes to remove, by entity: all but marks and counts, which stay for averages and statistics. */
const removedAttributes = {
  'term-report': Object.values(termReportFields)
    .filter(({ kind }) => kind !== 'count')
    .map(({ name }) => name as string),
  'subject-record': ['application', 'conduct', 'comment'],
  'attendance-record': ['scans', 'decided', 'timeIn', 'timeOut', 'reason'],
} as const;

export type ErasureRule =
  | 'delete'
  | 'delete with its file'
  | 'remove its notes'
  | 'keep'
  /** Deleted as well, after what it names. */
  | { deleteFirst: (row: { studentId: string; sk: string }) => Promise<void> }
  | readonly string[];

/** Rules of the options' entities: a student's records go with the student, whether their option is on or off. */
export const erasureRulesOfOptions = recordsPlace<Readonly<Record<string, ErasureRule>>>('rules of the erasure');

/** What the erasure does with each entity of the core that has a student's id; a list is of attributes to remove. */
const rulesOfCore: Readonly<Record<string, ErasureRule>> = {
  ...removedAttributes,
  'archived-attendance': 'delete with its file',
  audit: 'delete',
  assignment: 'delete',
  'paper-given': 'delete',
  'posted-report': 'delete',
  promoted: 'delete',
  'promotion-decision': 'delete',
  'removed-mark': 'delete',
  'report-openings': 'delete',
  'student-sign-in': 'delete',
  'taken-over': 'delete',
  'told-absence': 'delete',
  'upload-ticket': 'delete',
  'access-event': 'keep',
  // The figures of a past day's class are of those who were in it.
  'class-leaver': 'keep',
  'course-work': 'remove its notes',
  'erased-student': 'keep',
  'weekly-mark': 'keep',
};

/** The same with those of the options. */
export const erasureRules = (): Readonly<Record<string, ErasureRule>> =>
  Object.assign({}, rulesOfCore, ...erasureRulesOfOptions.all());

/** Rows that are written concurrently. */
const concurrency = 10;

/**
 * Erases the rows of students, at most `maxStudentsPerScan`, in a segment of the table. Idempotent.
 * @returns sentences about rows of entities without a rule, which stay
 */
export async function eraseRows(studentIds: readonly string[], segment: number): Promise<string[]> {
  const rules = erasureRules();
  const rows = await scanRowsOfStudents(studentIds, { segment, of: tableParts });
  for (const some of splitIntoPieces(rows, concurrency))
    await Promise.all([
      executeAttributeRemovals(some.flatMap((row) => removalsOf(row, rules[row.entity]))),
      ...some.map((row) => deleteByRule(row, rules[row.entity])),
    ]);
  const unknown = new Set(rows.filter(({ entity }) => !(entity in rules)).map(({ entity }) => entity));
  return [...unknown].map(
    (entity) => `Rows of the kind ${entity}: the program does not know what should become of them.`,
  );
}

async function deleteByRule(row: ScannedRow, rule: ErasureRule | undefined): Promise<void> {
  const deleteFirst = typeof rule === 'object' && 'deleteFirst' in rule ? rule.deleteFirst : undefined;
  if (rule !== 'delete' && rule !== 'delete with its file' && !deleteFirst) return;
  // The file first: nothing names it once its row is deleted.
  if (rule === 'delete with its file')
    await deleteArchiveFile({ studentId: row.studentId, half: halfYearOfArchiveKey(row) });
  await deleteFirst?.(row);
  await deleteRow(row);
}

function removalsOf(row: ScannedRow, rule: ErasureRule = 'keep'): AttributeRemoval[] {
  if (rule === 'remove its notes') return [{ row, paths: row.notes }];
  if (typeof rule === 'string' || 'deleteFirst' in rule) return [];
  return [{ row, paths: rule.flatMap((name) => [[name], [`${name}By`], [`${name}At`]]), means: summariesOf(row) }];
}

/** What is kept of the class of a report or subject record. */
function summariesOf({ pk, sk, table, entity, year, term, classId }: ScannedRow): Meaning[] {
  const id = { year, term, classId, subjectId: sk.split('#').at(-1) } as ClassOfTerm & { subjectId: string };
  const write = { key: { table, key: { pk, sk }, parse: () => undefined }, id, before: id, set: {}, was: {} };
  if (entity === TermReportEntity.name) return makesReportsStale(write);
  if (entity === SubjectRecordEntity.name) return makesRecordsStale(write);
  return [];
}
