import { isJudgedSchoolDay, type TermDates } from '#shared/attendance/school-days.ts';
import { decideScanOutcome, type ScanOutcome } from '#shared/options/scan-stations/station-scan.ts';
import type { AttendanceItem } from '../../attendance/records/attendance-record.ts';
import type { DaySettingItem } from '../../attendance/records/day-setting.ts';
import { recordScans } from '../../attendance/records/record-scans.ts';
import { judgeSchoolDayWithSetting } from '../../attendance/records/school-calendar.ts';
import { ClosedTermError } from '../../platform/errors.ts';
import { placeOnDay } from '../../students/records/placement/earlier-classes.ts';
import type { StudentItem } from '../../students/records/store.ts';

/** A scan with its day and time at the school, corrected by the offset of the station's clock. */
export interface ReceivedScan {
  stationId: string;
  studentId: string;
  /** The id as the station sent it; with `at` it identifies the scan. */
  told: string;
  /** The station's own time, UTC. */
  at: string;
  /** Null where the time is more than a year away from now. */
  moment: { date: string; time: string } | null;
  /** Why the time is impossible; null where it is not. */
  fault: string | null;
}

export interface ScanResult extends ReceivedScan {
  outcome: Exclude<ScanOutcome, 'dismissed'>;
  /** Why it is `no school` or `refused`. */
  reason: string | null;
}

/** The stored data that decides about scans. */
export interface ScanDecisionData {
  now: Date;
  students: ReadonlyMap<string, StudentItem>;
  terms: readonly TermDates[];
  settings: readonly DaySettingItem[];
  records: readonly AttendanceItem[];
}

/** A scan's name in a record: its station and the second by the station's own clock, before any correction. */
const sourceOf = ({ stationId, at }: ReceivedScan): string => `${stationId}@${at.slice(0, 19)}`;

/**
 * Adds the scans that count to the records, one write for each day, and returns the outcome of each scan. Idempotent.
 */
export async function applyScans(
  scans: readonly ReceivedScan[],
  { now, students, terms, settings, records }: ScanDecisionData,
): Promise<ScanResult[]> {
  const isStored = (scan: ReceivedScan) =>
    records.some(
      ({ studentId, date, scans: stored = {} }) =>
        studentId === scan.studentId && date === scan.moment?.date && sourceOf(scan) in stored,
    );
  const counts = (scan: ReceivedScan): scan is ReceivedScan & { moment: NonNullable<ReceivedScan['moment']> } =>
    scan.moment !== null &&
    students.get(scan.studentId)?.status === 'current' &&
    (scan.fault === null || isStored(scan));
  const settingOf = (date: string) => settings.find((setting) => setting.date === date);
  const days = new Map(
    datesOfScans(scans).map((date) => [date, judgeSchoolDayWithSetting(date, terms, settingOf(date))]),
  );
  const writtenBy = new Map<string, AttendanceItem>();
  // Days whose attendance is closed (rule 49), with the reason.
  const closed = new Map<string, string>();
  await Promise.all(
    [...days.values()].filter(isJudgedSchoolDay).map(async (rules) => {
      const ofDay = scans.filter(counts).filter(({ moment }) => moment.date === rules.date);
      if (ofDay.length === 0) return;
      const written = await recordScans({
        date: rules.date,
        rules,
        openAt: { now, terms },
        students: [...Map.groupBy(ofDay, ({ studentId }) => studentId)].flatMap(([studentId, own]) => {
          const student = students.get(studentId);
          const before = records.find((one) => one.studentId === studentId && one.date === rules.date);
          const times = own.map((scan) => [sourceOf(scan), scan.moment.time]);
          if (!student) return [];
          return [{ student: placeOnDay(student, rules), scans: Object.fromEntries(times), before }];
        }),
      }).catch((error: unknown) => {
        if (!(error instanceof ClosedTermError)) throw error;
        closed.set(rules.date, error.message);
        return [];
      });
      for (const record of written) writtenBy.set(`${record.studentId} ${record.date}`, record);
    }),
  );
  return scans.map((scan) => {
    const student = students.get(scan.studentId);
    if (!student) return { ...scan, outcome: 'unknown', reason: null };
    if (student.status === 'archived') return { ...scan, outcome: 'archived', reason: null };
    const day = scan.moment && days.get(scan.moment.date);
    if (!day || !counts(scan)) return { ...scan, outcome: 'refused', reason: scan.fault };
    if (!isJudgedSchoolDay(day)) return { ...scan, outcome: 'no school', reason: day.closed };
    const reason = closed.get(day.date);
    if (reason !== undefined) return { ...scan, outcome: 'refused', reason };
    const { scans: all = {}, decided = {} } = writtenBy.get(`${scan.studentId} ${day.date}`) ?? {};
    const outcome = decideScanOutcome(scan.moment.time, { others: Object.values(all), decided }, day);
    return { ...scan, outcome: outcome as ScanResult['outcome'], reason: null };
  });
}

/** The days of scans. */
export const datesOfScans = (scans: readonly ReceivedScan[]): string[] => [
  ...new Set(scans.flatMap(({ moment }) => moment?.date ?? [])),
];

/** The records that scans may change, each once. */
export const recordKeysOf = (scans: readonly ReceivedScan[]): { studentId: string; date: string }[] => {
  const named = scans.flatMap(({ studentId, moment }) =>
    moment ? [[`${studentId} ${moment.date}`, { studentId, date: moment.date }] as const] : [],
  );
  return [...new Map(named).values()];
};
