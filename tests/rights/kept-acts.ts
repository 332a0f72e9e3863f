import { undoableSchoolDays } from '#functions/attendance/days/write-day-settings.ts';
import { undoableImports } from '#functions/attendance/import/import-acts.ts';
import { undoablePlanSaves } from '#functions/school/promotion/plan-store.ts';
import { undoableTermChanges } from '#functions/school/records/term-acts.ts';
import { undoableTermReportActs } from '#functions/term-reports/more-options/report-acts.ts';
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
    keep('terms-undo (a term closed)', 409, undoableTermChanges, { kind: 'term closed', details: ofTerm }),
    keep('terms-undo (details of a term)', 200, undoableTermChanges, { kind: 'term set', details: ofTerm }),
    keep('terms-undo (a term deleted)', 200, undoableTermChanges, { kind: 'term deleted', details: ofTerm }),
    keep('terms-undo (dates alone)', 200, undoableTermChanges, {
      kind: 'term set',
      details: { ...ofTerm, areDates: true },
    }),
    keep('terms-undo (decisions of the plan)', 200, undoablePlanSaves, { kind: 'students decided', details: { year } }),
    keep('term-reports-undo (a change of class)', 200, undoableTermReportActs, {
      kind: 'class changed',
      details: moved,
    }),
    keep('term-reports-undo (a posting)', 409, undoablePostings, {
      kind: 'posting changed',
      details: { after: posting },
    }),
    keep('attendance-undo (settings of days)', 409, undoableSchoolDays, {
      kind: 'days set',
      details: { days: [{ date: '2025-10-01', before: null, version: 7 }] },
    }),
    keep('attendance-undo (an import)', 404, undoableImports, { kind: 'scans imported', details: { studentDays: 1 } }),
    ...keepActsOfOptions(keep),
  ]);
}
