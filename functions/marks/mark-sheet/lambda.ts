import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  markSheetContract,
  {
    readClassProgress: () => import('./progress/read-class-progress.ts'),
    readCommentBank: () => import('./comments/comment-bank.ts'),
    deleteBankComment: () => import('./comments/delete-bank-comment.ts'),
    readLastTermMarks: () => import('./comments/read-last-term-marks.ts'),
    readLessonProgress: () => import('./progress/read-lesson-progress.ts'),
    readMarkHistory: () => import('./read-mark-history.ts'),
    readMarkSheetAt: () => import('./read-mark-sheet-at.ts'),
    restoreMarkSheet: () => import('./restore-mark-sheet.ts'),
    saveBankComment: () => import('./comments/save-bank-comment.ts'),
    saveSubjectRecord: () => import('./save-subject-record.ts'),
    readMarkSheetOfLesson: () => import('./read-mark-sheet-of-lesson.ts'),
  },
  authenticator,
);
