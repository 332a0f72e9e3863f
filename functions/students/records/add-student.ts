import { withoutLeadingZeros } from '#shared/students/id-finder.ts';
import type { Action } from '../../platform/table/action.ts';
import { AuditRowEntity, type Author, auditRow, type WriteAttempt } from '../../platform/table/audit.ts';
import { createStudentAction } from './rosters/write-student.ts';
import { type StudentItem, studentAuditSubject } from './store.ts';

type NewStudent = Omit<StudentItem, 'roster'>;

/** Left out of the trail: the subject of the row has the id, and the others follow from the class. */
const unauditedFields = new Set(['studentId', 'status', 'formLevel']);

/**
 * The actions of a transaction that adds a student, the audit row last. It is cancelled where a student has the id, and where
 * the same attempt added one before.
 */
export function addStudentActions(
  student: NewStudent,
  { more = [], caller, request }: { more?: readonly Action[]; caller: Author; request: WriteAttempt },
): Action[] {
  const changes = Object.entries(student)
    .filter(([field, value]) => !unauditedFields.has(field) && value !== undefined)
    .map(([field, after]) => ({ field, before: null, after }));
  return [
    createStudentAction(student),
    ...more,
    AuditRowEntity.create(auditRow({ subject: studentAuditSubject(student.studentId), changes, caller, request })),
  ];
}

/** The id of the next new student where the office names none. */
export const nextStudentId = (taken: Iterable<string>): string => computeNextStudentIds(taken, 1)[0] as string;

/**
 * The ids of the next new students: they continue from the highest id that is a number of at most six digits without its leading zeros
 * (longer numbers are those of certificates), with as many digits as the longest. None differs from a taken id in zeros alone (rule 55).
 */
export function computeNextStudentIds(taken: Iterable<string>, count: number): string[] {
  let [highest, length] = [0, 5];
  for (const id of taken) {
    if (!/^\d{1,6}$/.test(withoutLeadingZeros(id))) continue;
    highest = Math.max(highest, Number(id));
    if (id.length <= 6) length = Math.max(length, id.length);
  }
  return Array.from({ length: count }, (_, index) => String(highest + 1 + index).padStart(length, '0'));
}
