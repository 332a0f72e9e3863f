import type { ComponentType } from 'react';
import { actsPlace } from '#shared/place.ts';

export interface FindingsOfStudentProps {
  classId: string;
  year: number;
  term: 1 | 2 | 3;
  studentId: string;
}

/** What an option finds on a student's report, for those who may see it; nothing for others. */
export const findingsOfStudents = actsPlace<ComponentType<FindingsOfStudentProps>>('what is found on a report');
