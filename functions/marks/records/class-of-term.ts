import { checkAbsent, checkOf } from '../../platform/table/action.ts';
import { assignmentKey } from '../../subjects/records/store.ts';
import type { Placement } from './placement.ts';
import { type ReportKey, termReportKey } from './term-report.ts';

interface InClass {
  classId: string;
  formLevel: number;
}

/**
 * The class of a term, by what was read of it: marks of a term stay with the class of that term (rule 7). The report says
 * it; without one the subject record, where its writer conditions on that; without either what the student takes today.
 */
export function classOfTerm(
  key: ReportKey & { subjectId: string },
  {
    report,
    record,
    assignment,
  }: { report: InClass | undefined; record: InClass | undefined; assignment: InClass | undefined },
): Placement | undefined {
  if (report) return { ...placeOf(report), checks: [reportSays(key, report)] };
  const noReport = reportSays(key, undefined);
  if (record) return { ...placeOf(record), checks: [noReport] };
  if (!assignment) return undefined;
  const taken = checkOf(assignmentKey(key.studentId, key.subjectId), placeOf(assignment));
  return { ...placeOf(assignment), checks: [noReport, taken] };
}

const placeOf = ({ classId, formLevel }: InClass) => ({ classId, formLevel });

/** The term report is in that class; or with undefined, there is none. */
export const reportSays = (key: ReportKey, report: InClass | undefined) =>
  report ? checkOf(termReportKey(key), placeOf(report)) : checkAbsent(termReportKey(key));
