import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { markHistory } from './mark-history.ts';
import { markSheetAt } from './mark-sheet-at.ts';
import { restoreMarkSheet } from './restore-mark-sheet.ts';
import { saveSubjectRecord } from './save-subject-record.ts';
import { teacherLessonStudents } from './teacher-lesson-students.ts';

export const handler = apiHandler(
  markSheetContract,
  { markHistory, markSheetAt, restoreMarkSheet, saveSubjectRecord, teacherLessonStudents },
  doors,
);
