import { peopleContract } from '#shared/people/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  peopleContract,
  {
    deanFormClasses: () => import('./class-posts.ts'),
    employees: () => import('./employees.ts'),
    formClassesList: () => import('./form-classes.ts'),
    formLevels: () => import('./form-classes.ts'),
    formTeacherClass: () => import('./class-posts.ts'),
    teacherLessons: () => import('./teacher-lessons.ts'),
    teacherLessonsOfYear: () => import('./teacher-lessons.ts'),
  },
  authenticator,
);
