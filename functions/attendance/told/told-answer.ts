import type { ToldAbsenceItem } from '../../attendance-records/told-absence.ts';
import type { StudentItem } from '../../students/store.ts';

export const toldAnswer = (
  { firstName, lastName }: Pick<StudentItem, 'firstName' | 'lastName'>,
  { studentId, id, from, to, reason, excused, by, at }: ToldAbsenceItem,
) => ({
  ...{ id, student_id: studentId, name: `${lastName}, ${firstName}`, from, to, reason, by, at },
  excused: excused ? ('excused' as const) : ('not excused' as const),
});
