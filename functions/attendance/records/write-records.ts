import type { Action } from '../../platform/table/action.ts';
import { type AuditItem, AuditRow, type Outcome, writeAudited } from '../../platform/table/audit.ts';
import { atMost } from '../../platform/table/expression.ts';
import { notArchivedChecks, refuseArchived } from './archived-half.ts';
import { type AttendanceItem, AttendanceRecord, halfOf } from './attendance-record.ts';
import { ClassDay, type Counts, counts, countsOf } from './class-day.ts';
import { type OpenAt, openAttendanceChecks, refuseClosedDays } from './open-attendance.ts';

/** One record as it was read and as it is to be. */
export interface RecordChange {
  before: AttendanceItem | undefined;
  after: AttendanceItem;
}

/** So many records go into one transaction, with the counts of their class's day each and what comes besides. */
export const recordsAtOnce = 45;

/**
 * Writes records, up to {@link recordsAtOnce}, with their classes' counts, in one transaction: each record on the condition that it
 * is the version that was read, and that no class of theirs counts by a later setting of the day already (ADR 0058). A person's change has its line in the trail (`row`) and whatever is written `beside` it; what machines
 * tell is repeated harmlessly and has none. `refused`: a record is another version by now, or a condition beside it failed.
 * @param openAt by what their attendance is open (rule 49); `even closed`: what was said of the days while it was open is brought to its end
 * @throws ConflictError of days in the archive, ClosedTermError
 */
export async function writeRecords(
  changes: readonly RecordChange[],
  { openAt, row, beside = [] }: { openAt: OpenAt | 'even closed'; row?: AuditItem; beside?: readonly Action[] },
): Promise<Outcome> {
  if (changes.some(isBehind)) return 'refused';
  if (changes.length > recordsAtOnce) throw new RangeError(`${changes.length} records in one transaction`);
  const dates = changes.map(({ after }) => after.date);
  if (changes.length + beside.length === 0 && !row) return 'written';
  const open = [
    ...notArchivedChecks(dates),
    ...(openAt === 'even closed' ? [] : await openAttendanceChecks([...new Set(dates)], openAt)),
  ];
  const actions = [
    ...open,
    ...changes.map(({ before, after }) => recordAction(before, after)),
    ...classDayActions(changes),
    ...beside,
    // writeAudited takes the last action for the line in the trail.
    ...(row ? [AuditRow.create(row)] : []),
  ];
  const outcome = await writeAudited(actions);
  if (outcome === 'refused') await refuseArchived(dates);
  if (outcome === 'refused' && openAt !== 'even closed') await refuseClosedDays(dates, openAt);
  return !row && outcome === 'already done' ? 'refused' : outcome;
}

/** Decided by a setting of the day that was read before the record, and is an earlier one than that of the record itself. */
const isBehind = ({ before, after }: RecordChange): boolean =>
  after.deletedAt === undefined && (after.setting ?? 0) < (before?.setting ?? 0);

const recordAction = (before: AttendanceItem | undefined, after: AttendanceItem): Action =>
  before ? AttendanceRecord.put(after, { version: before.version }) : AttendanceRecord.create(after);

/** One action for each class and day whose counts change. Records that are deleted were decided by nothing. */
function classDayActions(changes: readonly RecordChange[]): Action[] {
  const deltas = new Map<string, { of: AttendanceItem; delta: Counts }>();
  for (const { before, after } of changes) {
    const was = countsOf(before);
    const is = countsOf(after);
    const key = `${after.date}#${after.classId}`;
    const entry = deltas.get(key) ?? { of: after, delta: countsOf(undefined) };
    for (const name of counts) entry.delta[name] += is[name] - was[name];
    deltas.set(key, entry);
  }
  return [...deltas.values()]
    .filter(({ delta }) => counts.some((name) => delta[name] !== 0))
    .map(({ of: { date, classId, formLevel, setting: decidedBy = 0, deletedAt }, delta }) =>
      ClassDay.upsert(
        { date, classId, half: halfOf(date) },
        {
          set: { formLevel },
          add: Object.fromEntries(counts.filter((name) => delta[name] !== 0).map((name) => [name, delta[name]])),
          where: deletedAt === undefined ? [{ setting: null }, { setting: atMost(decidedBy) }] : {},
        },
      ),
    );
}
