import type { StudentItem } from '../../students/records/store.ts';
import type { ToldAbsenceItem } from '../records/told-absence.ts';

export const toldAnswer = (
  { firstName, lastName }: Pick<StudentItem, 'firstName' | 'lastName'>,
  { studentId, id, from, to, reason, excused, by, at }: ToldAbsenceItem,
) => ({
  ...{ id, student_id: studentId, name: `${lastName}, ${firstName}`, from, to, reason, by, at },
  excused: excused ? ('excused' as const) : ('not excused' as const),
});
