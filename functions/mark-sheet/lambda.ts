import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { saveSubjectRecord } from './save-subject-record.ts';
import { teacherLessonStudents } from './teacher-lesson-students.ts';

export const handler = apiHandler(markSheetContract, { saveSubjectRecord, teacherLessonStudents }, doors);
