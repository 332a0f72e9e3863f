import { attendanceWordings } from '#shared/attendance/wordings.ts';
import {
  changeOfReport,
  type FieldStamp,
  type ReportChange,
  type TermReportItem,
} from '../../marks/records/term-report.ts';
import type { JobRemark } from '../../platform/jobs/store.ts';
import type { Action } from '../../platform/table/action.ts';
import type { TrailEntry } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { expiryOfDeleted } from '../../platform/table/table.ts';
import type { CountedReport } from './count-term.ts';

/** The author of figures from the attendance records, shown in place of a person's name. */
export const attendanceStampAuthor = 'Attendance records';

/** Both figures of a report, with their wire names. */
const attendanceFigureFields = [
  { wire: 'times_absent', field: 'timesAbsent', of: 'absent' },
  { wire: 'times_late', field: 'timesLate', of: 'late' },
] as const;

/** A typed figure that differs from the count. */
export interface TypedFigure {
  wire: (typeof attendanceFigureFields)[number]['wire'];
  typed: number | null;
  counted: number;
  by: string;
}

/** The changes to a report, and its typed figures, which stay where `withTyped` is false. Pure. */
export function decideReportChanges(
  { report, absent, late, sessions }: Pick<CountedReport, 'report' | 'absent' | 'late' | 'sessions'>,
  { withTyped }: { withTyped: boolean },
): { changes: ReportChange[]; typed: TypedFigure[] } {
  const counts = { absent, late };
  const changes: ReportChange[] = [];
  const typed: TypedFigure[] = [];
  // No attendance taken is not the same as never absent.
  if (sessions === 0) return { changes, typed };
  for (const { wire, field, of } of attendanceFigureFields) {
    const before = report[field] ?? null;
    // The largest number in a report (product §5).
    const after = Math.min(counts[of], 999);
    if (before === after) continue;
    const by = typedBy(report, field);
    if (by !== undefined) typed.push({ wire, typed: before, counted: after, by });
    if (by === undefined || withTyped) changes.push({ field, before, after });
  }
  return { changes, typed };
}

/** The person who typed a figure, if any. */
function typedBy(report: TermReportItem, field: 'timesAbsent' | 'timesLate'): string | undefined {
  const by = report[`${field}By`];
  return by === attendanceStampAuthor ? undefined : by;
}

/** The parts of an act, what its undo needs, and a remark on each report that is left unchanged. */
export interface ReportFiguresWrite {
  changes: Action[];
  trail: TrailEntry[];
  reports: UpdatedReport[];
  remarks: JobRemark[];
}

/** Writes counted figures into their reports, each on the condition that the report is as it was read. Pure. */
export function planReportFiguresWrite(
  counted: readonly CountedReport[],
  { withTyped, by }: { withTyped: boolean; by: Authorship },
): ReportFiguresWrite {
  const stamp = { by: attendanceStampAuthor, at: by.request.now.toISOString() };
  const remarks: JobRemark[] = [];
  const reports: UpdatedReport[] = [];
  const written = counted.flatMap((one) => {
    const { report, student } = one;
    const { studentId, year, term, classId } = report;
    if (student.status !== 'current') {
      remarks.push({ row: studentId, text: attendanceWordings.hasLeft });
      return [];
    }
    if (one.sessions === 0) {
      remarks.push({ row: studentId, text: attendanceWordings.noneTaken });
      return [];
    }
    const { changes, typed } = decideReportChanges(one, { withTyped });
    if (!withTyped && typed.length > 0) remarks.push({ row: studentId, text: keptText(typed) });
    if (changes.length === 0) return [];
    reports.push({
      studentId,
      changes: changes.map((change) => ({ ...change, stamp: stampOf(report, change.field) })),
    });
    return changeOfReport(
      { key: { studentId, year, term }, classId, changes, by },
      { stampOf: () => stamp, seen: report },
    );
  });
  return { changes: written.map(({ change }) => change), trail: written.map(({ trail }) => trail), reports, remarks };
}

const stampOf = (report: object, field: string): FieldStamp => {
  const stored = report as Record<string, string | undefined>;
  return { by: stored[`${field}By`], at: stored[`${field}At`] };
};

const keptText = (typed: readonly TypedFigure[]) =>
  typed
    .map(({ wire, ...figure }) =>
      attendanceWordings.typedStays(wire === 'times_absent' ? 'Times absent' : 'Times late', figure),
    )
    .join(' ');

/** The changes of an update to a report, with the earlier stamps. */
export interface UpdatedReport {
  studentId: string;
  changes: readonly (ReportChange & { stamp: FieldStamp })[];
}

/**
 * What a batch of an update changed, for its undo. Written in the batch's own transaction, so it also proves that the
 * batch was done.
 */
interface UpdatedReportsItem {
  run: string;
  batch: number;
  reports: readonly UpdatedReport[];
  /** Epoch seconds: an act can be undone for 30 days. */
  expires: number;
}

const UpdatedReportsEntity = entity<UpdatedReportsItem>()({
  name: 'updated-reports',
  pk: 'term-reports-update#${run}',
  sk: 'batch#${batch}',
});

export const updatedReportsKey = (run: string, batch: number) => UpdatedReportsEntity.key({ run, batch });

/** Stores what a batch changed. */
export const recordUpdatedReportsAction = (of: Omit<UpdatedReportsItem, 'expires'>, now: Date): Action =>
  UpdatedReportsEntity.create({ ...of, expires: expiryOfDeleted(now) });
