import { peopleContract } from '#shared/people/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  peopleContract,
  {
    readDeanFormClasses: () => import('./class-posts.ts'),
    listEmployees: () => import('./employees.ts'),
    listFormClasses: () => import('./form-classes.ts'),
    listFormLevels: () => import('./form-classes.ts'),
    readFormTeacherClass: () => import('./class-posts.ts'),
    listTeacherLessons: () => import('./teacher-lessons.ts'),
    listTeacherLessonsOfYear: () => import('./teacher-lessons.ts'),
  },
  authenticator,
);
