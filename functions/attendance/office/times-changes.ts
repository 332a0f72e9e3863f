import type { ReportChange, TermReportItem } from '../../marks/records/term-report.ts';
import type { CountedReport } from './count-term.ts';

/** Whose a figure is that came from the attendance records: the name beside it, where a person's would be. */
export const attendanceStamp = 'Attendance records';

/** Both figures of a report, by their names on the wire. */
export const figures = [
  { wire: 'times_absent', field: 'timesAbsent', of: 'absent' },
  { wire: 'times_late', field: 'timesLate', of: 'late' },
] as const;

/** A figure that somebody typed, which is other than counted. */
export interface TypedDifference {
  wire: (typeof figures)[number]['wire'];
  typed: number | null;
  counted: number;
  by: string;
}

/** What the records would change of a report, and what a person typed that stays where `withTyped` is false. Pure. */
export function changesOfReport(
  { report, absent, late, sessions }: Pick<CountedReport, 'report' | 'absent' | 'late' | 'sessions'>,
  { withTyped }: { withTyped: boolean },
): { changes: ReportChange[]; typed: TypedDifference[] } {
  const counts = { absent, late };
  const changes: ReportChange[] = [];
  const typed: TypedDifference[] = [];
  // Nothing was taken: that is no zero.
  if (sessions === 0) return { changes, typed };
  for (const { wire, field, of } of figures) {
    const before = report[field] ?? null;
    // As many as a report has room for (product §5).
    const after = Math.min(counts[of], 999);
    if (before === after) continue;
    const by = typedBy(report, field);
    if (by !== undefined) typed.push({ wire, typed: before, counted: after, by });
    if (by === undefined || withTyped) changes.push({ field, before, after });
  }
  return { changes, typed };
}

/** The person who typed a figure, or undefined where nobody did. */
function typedBy(report: TermReportItem, field: 'timesAbsent' | 'timesLate'): string | undefined {
  const by = report[`${field}By`];
  return by === attendanceStamp ? undefined : by;
}
