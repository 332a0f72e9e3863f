import { ValidationError } from '../../../platform/errors.ts';
import { nameOf } from '../../../students/records/store.ts';
import type { JudgedStudent } from './write-assigning.ts';

/** @throws ValidationError where one of the ids is no student's */
export function refuseUnknown(studentIds: readonly string[], students: readonly { studentId: string }[]): void {
  const known = new Set(students.map(({ studentId }) => studentId));
  const unknown = studentIds.filter((studentId) => !known.has(studentId));
  if (unknown.length > 0) throw new ValidationError({ students: [`There is no student ${unknown.join(', ')}.`] });
}

/** @throws ValidationError where one of the students cannot be given it, with the reason for each */
export function refuseRefused(judged: readonly JudgedStudent[]): void {
  const reasons = judged.flatMap(({ student, assigning }) =>
    assigning.kind === 'refused' ? [`${nameOf(student, student.studentId)}: ${assigning.reason}`] : [],
  );
  if (reasons.length > 0) throw new ValidationError({ students: reasons });
}
