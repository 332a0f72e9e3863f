import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';

export const handler = apiHandler(
  markSheetContract,
  {
    markHistory: () => import('./mark-history.ts'),
    markSheetAt: () => import('./mark-sheet-at.ts'),
    restoreMarkSheet: () => import('./restore-mark-sheet.ts'),
    saveSubjectRecord: () => import('./save-subject-record.ts'),
    teacherLessonStudents: () => import('./teacher-lesson-students.ts'),
  },
  doors,
);
