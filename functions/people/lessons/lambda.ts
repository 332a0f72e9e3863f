import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  lessonsContract,
  {
    deleteAdminLesson: () => import('./delete-lessons.ts'),
    deleteAdminLessons: () => import('./delete-lessons.ts'),
    handOver: () => import('./hand-over/hand-over.ts'),
    handOverPreview: () => import('./hand-over/hand-over.ts'),
    lessonActs: () => import('./lesson-acts.ts'),
    lessonFacts: () => import('./lesson-facts.ts'),
    saveAdminLesson: () => import('./save-lessons.ts'),
    saveAdminLessons: () => import('./save-lessons.ts'),
    saveDeanFormClasses: () => import('./save-class-posts.ts'),
    saveFormTeacherClass: () => import('./save-class-posts.ts'),
    saveLesson: () => import('./save-lessons.ts'),
    undoLessonAct: () => import('./lesson-acts.ts'),
    workWithoutTeacher: () => import('./work-without-teacher.ts'),
  },
  authenticator,
);
