import { undoableSchoolDays } from '#functions/attendance/days/write-day-settings.ts';
import { undoableImports } from '#functions/attendance/import/import-acts.ts';
import { undoableLessonActs } from '#functions/people/lessons/lesson-acts.ts';
import { undoablePlanSaves } from '#functions/school/promotion/plan-store.ts';
import { undoableTermChanges } from '#functions/school/records/term-acts.ts';
import { undoableFileChanges } from '#functions/students/files/write-file.ts';
import { undoableRegisterActs } from '#functions/students/register/record/student-acts.ts';
import { undoableUploads } from '#functions/students/spreadsheets/upload-acts.ts';
import { undoableStudentSubjects } from '#functions/subjects/assignment/subject-acts.ts';
import { undoableTermReportActs } from '#functions/term-reports/more-options/report-acts.ts';
import { undoableLayouts } from '#functions/term-reports/report-cards/layouts/card-layouts.ts';
import { undoablePostings } from '#functions/term-reports/report-cards/posting/postings.ts';
import { keepActsOfOptions } from '#options/tests';
import { term, year } from '../support/school/small-school.ts';
import { type KeptAct, keep } from './keep-act.ts';

/** Keeps an act of each kind that other people may undo than other kinds of its call. */
export async function keepActsOfKinds(): Promise<KeptAct[]> {
  const ofTerm = { year, term };
  const posting = { ...ofTerm, isPosted: true, version: 7, postedAt: '2025-12-01T12:00:00.000Z', postedBy: 'A1' };
  const moved = { studentId: 'S41', from: '4B', to: '4A', teachers: {} };
  return Promise.all([
    keep('undo (a term closed)', 409, undoableTermChanges, { kind: 'term closed', details: ofTerm }),
    keep('undo (details of a term)', 200, undoableTermChanges, { kind: 'term set', details: ofTerm }),
    keep('undo (a term deleted)', 200, undoableTermChanges, { kind: 'term deleted', details: ofTerm }),
    keep('undo (dates alone)', 200, undoableTermChanges, {
      kind: 'term set',
      details: { ...ofTerm, areDates: true },
    }),
    keep('undo (decisions of the plan)', 200, undoablePlanSaves, { kind: 'students decided', details: { year } }),
    keep('undo (a change of class)', 200, undoableTermReportActs, {
      kind: 'class changed',
      details: moved,
    }),
    keep('undo (a posting)', 409, undoablePostings, {
      kind: 'posting changed',
      details: { after: posting },
    }),
    keep('undo (a layout)', 200, undoableLayouts, { kind: 'draft saved', details: { layoutId: 'L1' } }),
    keep('undo (settings of days)', 409, undoableSchoolDays, {
      kind: 'days set',
      details: { days: [{ date: '2025-10-01', before: null, version: 7 }] },
    }),
    keep('undo (an import)', 404, undoableImports, { kind: 'scans imported', details: { studentDays: 1 } }),
    keep('undo (a student added)', 409, undoableRegisterActs, {
      kind: 'student added',
      details: { studentId: 'S41' },
    }),
    keep('undo (a file)', 409, undoableFileChanges, {
      kind: 'file changed',
      details: { studentId: 'S41', file: 'file_passport', before: null, after: 'replaced since.pdf' },
    }),
    keep('undo (a subject deleted)', 200, undoableStudentSubjects, {
      kind: 'subject deleted',
      details: { subjectId: 'ENGL' },
    }),
    keep('undo (lessons)', 409, undoableLessonActs, {
      kind: 'lessons changed',
      details: { employeeId: 'T1', year, removed: [], added: [{ subjectId: 'ART', classId: '1A' }] },
    }),
    keep('undo (an upload)', 200, undoableUploads, { kind: 'students uploaded', details: { rows: 0 } }),
    ...keepActsOfOptions(keep),
  ]);
}
