import { type FieldStamp, reportActions } from '../../marks/records/term-report.ts';
import type { Remark } from '../../platform/jobs/store.ts';
import type { Attempt, Author } from '../../platform/table/audit.ts';
import type { Action } from '../../platform/table/direct-write.ts';
import type { CountedReport } from './count-term.ts';
import { attendanceStamp, changesOfReport, type TypedDifference } from './times-changes.ts';
import type { UpdatedReport } from './updated-reports.ts';

/** What writing figures into reports comes to: for one transaction, for the undo of it, and of whom what is left alone. */
export interface TimesWrite {
  actions: Action[];
  reports: UpdatedReport[];
  remarks: Remark[];
}

/** The writes of counted figures into the reports that they are of, each on the condition that the report is as it was read. Pure. */
export function writeTimes(
  counted: readonly CountedReport[],
  { withTyped, caller, request }: { withTyped: boolean; caller: Author; request: Attempt },
): TimesWrite {
  const stamp = { by: attendanceStamp, at: request.now.toISOString() };
  const remarks: Remark[] = [];
  const reports: UpdatedReport[] = [];
  const actions = counted.flatMap((one) => {
    const { report, student } = one;
    const { studentId, year, term, classId } = report;
    if (student.status !== 'current') {
      remarks.push({ row: studentId, text: 'Has left the school.' });
      return [];
    }
    if (one.sessions === 0) {
      remarks.push({ row: studentId, text: 'No attendance was taken.' });
      return [];
    }
    const { changes, typed } = changesOfReport(one, { withTyped });
    if (!withTyped && typed.length > 0) remarks.push({ row: studentId, text: keptText(typed) });
    if (changes.length === 0) return [];
    reports.push({
      studentId,
      changes: changes.map((change) => ({ ...change, stamp: stampOf(report, change.field) })),
    });
    return reportActions(
      { key: { studentId, year, term }, classId, changes, caller, request },
      { stampOf: () => stamp, seen: report },
    );
  });
  return { actions, reports, remarks };
}

const stampOf = (report: object, field: string): FieldStamp => {
  const stored = report as Record<string, string | undefined>;
  return { by: stored[`${field}By`], at: stored[`${field}At`] };
};

/** "Times absent 4 (counted 6) was typed by Mona Núñez." */
const keptText = (typed: readonly TypedDifference[]) =>
  typed
    .map(
      ({ wire, typed: kept, counted, by }) =>
        `${wire === 'times_absent' ? 'Times absent' : 'Times late'} ${kept ?? 'blank'} (counted ${counted}) was typed by ${by}.`,
    )
    .join(' ');
