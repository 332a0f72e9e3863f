import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  lessonsContract,
  {
    deleteAdminLesson: () => import('./delete-lessons.ts'),
    deleteAdminLessons: () => import('./delete-lessons.ts'),
    handOverLessons: () => import('./hand-over/hand-over.ts'),
    previewHandOver: () => import('./hand-over/hand-over.ts'),
    readLessonFacts: () => import('./lesson-facts.ts'),
    saveAdminLesson: () => import('./save-lessons.ts'),
    saveAdminLessons: () => import('./save-lessons.ts'),
    saveDeanFormClasses: () => import('./save-class-posts.ts'),
    saveFormTeacherClass: () => import('./save-class-posts.ts'),
    saveLesson: () => import('./save-lessons.ts'),
    listWorkWithoutTeacher: () => import('./work-without-teacher.ts'),
  },
  authenticator,
);
