import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  lessonsContract,
  {
    deleteAdminLesson: () => import('./delete-lesson.ts'),
    deleteAdminLessons: () => import('./delete-lessons.ts'),
    handOver: () => import('./hand-over/hand-over.ts'),
    handOverPreview: () => import('./hand-over/hand-over.ts'),
    lessonActs: () => import('./undo-lesson-act.ts'),
    lessonFacts: () => import('./lesson-facts.ts'),
    saveAdminLesson: () => import('./save-admin-lesson.ts'),
    saveAdminLessons: () => import('./save-lessons.ts'),
    saveDeanFormClasses: () => import('./save-class-posts.ts'),
    saveFormTeacherClass: () => import('./save-class-posts.ts'),
    saveLesson: () => import('./save-lesson.ts'),
    undoLessonAct: () => import('./undo-lesson-act.ts'),
    workWithoutTeacher: () => import('./work-without-teacher.ts'),
  },
  authenticator,
);
