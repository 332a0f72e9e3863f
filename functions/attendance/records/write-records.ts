import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { carryOutAct, isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { type AuditItem, AuditRowEntity } from '../../platform/table/audit.ts';
import { atMost } from '../../platform/table/expression.ts';
import { notArchivedChecks, refuseArchivedHalfYears } from './archived-half-year.ts';
import { type AttendanceItem, AttendanceRecordEntity, halfYearOf } from './attendance-record.ts';
import { type ClassDayCounts, ClassDayCountsEntity, classDayCountNames, countsOfRecord } from './class-day.ts';
import { dayChangeActions } from './kept-days.ts';
import { type ClosureCheck, openAttendanceChecks, requireOpenAttendance } from './open-attendance.ts';

/** A record before and after a change. */
export interface RecordChange {
  before: AttendanceItem | undefined;
  after: AttendanceItem;
}

/** Records in one transaction, which also updates the counts of each one's class and day. */
export const maxRecordsPerTransaction = 45;

/**
 * Writes records, up to {@link maxRecordsPerTransaction}, with their classes' counts, in one transaction. Each record
 * must still be the version that was read, and its class's counts must not follow a later setting of the day (ADR
 * 0058). `rows` are the lines in the trail of a person's change; scans can be repeated harmlessly and have none.
 * `refused`: a record has another version, or a condition of `beside` failed.
 * @param openAt by what the days' attendance is open (rule 49); `even closed` finishes a change that began while it was
 * open
 * @throws ConflictError for days in the archive, ClosedTermError
 */
export async function writeRecords(
  changes: readonly RecordChange[],
  {
    openAt,
    rows = [],
    beside = [],
  }: { openAt: ClosureCheck | 'even closed'; rows?: readonly AuditItem[]; beside?: readonly Action[] },
): Promise<ActOutcome | 'refused'> {
  if (changes.some(isBehind)) return 'refused';
  if (changes.length > maxRecordsPerTransaction) throw new RangeError(`${changes.length} records in one transaction`);
  const dates = changes.map(({ after }) => after.date);
  if (changes.length + beside.length + rows.length === 0) return 'written';
  const outcome = await carryOutAct({
    changes: [
      ...changes.map(({ before, after }) => recordAction(before, after)),
      ...classDayActions(changes),
      ...dayChangeActions(changes),
      ...beside,
    ],
    guards: {
      'not archived': notArchivedChecks(dates),
      'open attendance': openAt === 'even closed' ? [] : await openAttendanceChecks([...new Set(dates)], openAt),
    },
    stamp: rows.map((row) => AuditRowEntity.create(row)),
  });
  if (isRefused(outcome)) await refuseArchivedHalfYears(dates);
  if (isRefused(outcome) && openAt !== 'even closed') await requireOpenAttendance(dates, openAt);
  return outcome;
}

/** True where the record already follows a later setting of the day than the one that was read before it. */
const isBehind = ({ before, after }: RecordChange): boolean =>
  after.deletedAt === undefined && (after.setting ?? 0) < (before?.setting ?? 0);

const recordAction = (before: AttendanceItem | undefined, after: AttendanceItem): Action =>
  before ? AttendanceRecordEntity.put(after, { version: before.version }) : AttendanceRecordEntity.create(after);

/** One action for each class and day whose counts change. A deletion follows no setting. */
function classDayActions(changes: readonly RecordChange[]): Action[] {
  const deltas = new Map<string, { of: AttendanceItem; delta: ClassDayCounts }>();
  for (const { before, after } of changes) {
    const was = countsOfRecord(before);
    const is = countsOfRecord(after);
    const key = `${after.date}#${after.classId}`;
    const entry = deltas.get(key) ?? { of: after, delta: countsOfRecord(undefined) };
    for (const name of classDayCountNames) entry.delta[name] += is[name] - was[name];
    deltas.set(key, entry);
  }
  return [...deltas.values()]
    .filter(({ delta }) => classDayCountNames.some((name) => delta[name] !== 0))
    .map(({ of: { date, classId, formLevel, setting: decidedBy = 0, deletedAt }, delta }) =>
      ClassDayCountsEntity.upsert(
        { date, classId, half: halfYearOf(date) },
        {
          set: { formLevel },
          add: Object.fromEntries(
            classDayCountNames.filter((name) => delta[name] !== 0).map((name) => [name, delta[name]]),
          ),
          where: deletedAt === undefined ? [{ setting: null }, { setting: atMost(decidedBy) }] : {},
        },
      ),
    );
}
