import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  markSheetContract,
  {
    classProgress: () => import('./progress/class-progress.ts'),
    commentBank: () => import('./comments/comment-bank.ts'),
    deleteBankComment: () => import('./comments/delete-bank-comment.ts'),
    lastTermMarks: () => import('./comments/last-term-marks.ts'),
    lessonProgress: () => import('./progress/lesson-progress.ts'),
    markHistory: () => import('./mark-history.ts'),
    markSheetAt: () => import('./mark-sheet-at.ts'),
    restoreMarkSheet: () => import('./restore-mark-sheet.ts'),
    saveBankComment: () => import('./comments/save-bank-comment.ts'),
    saveSubjectRecord: () => import('./save-subject-record.ts'),
    teacherLessonStudents: () => import('./teacher-lesson-students.ts'),
  },
  authenticator,
);
