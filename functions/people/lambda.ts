import { peopleContract } from '#shared/people/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  peopleContract,
  {
    deanFormClasses: () => import('./dean-form-classes.ts'),
    employees: () => import('./employees.ts'),
    formClassesList: () => import('./form-classes-list.ts'),
    formLevels: () => import('./form-levels.ts'),
    formTeacherClass: () => import('./form-teacher-class.ts'),
    teacherLessons: () => import('./teacher-lessons.ts'),
    teacherLessonsOfYear: () => import('./teacher-lessons-of-year.ts'),
  },
  authenticator,
);
