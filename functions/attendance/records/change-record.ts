import { computeDayState, type DayField, type DayRules, dayFields } from '#shared/attendance/day-state.ts';
import { expiryOfDeleted } from '../../platform/table/table.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { type AttendanceItem, halfYearOf, type RegistrarRole, recordUnlessDeleted } from './attendance-record.ts';

/** Who made an entry, and when. */
export interface EntryStamp {
  by: string;
  at: string;
  /** Stored with presence and lateness. */
  as?: RegistrarRole;
}

/** Removes an entry with its stamp. A symbol, because any text can be a reason. */
export const withdrawnEntry = Symbol('withdrawn');

/** A person's entries beside the state of the day. */
export interface AbsenceExplanation {
  reason?: string | null | typeof withdrawnEntry;
  excused?: boolean | typeof withdrawnEntry;
}

/** `by scans` removes a decision: the field follows the scans again. Null decides that the field has no value. */
export type DayDecisionsOrScans = {
  readonly [F in DayField]?: AttendanceItem[F] | 'by scans' | null;
} & AbsenceExplanation;

/** A record to change: its student, its day with the rules, and its stored version. */
export interface RecordToChange {
  student: Pick<StudentItem, 'studentId' | 'classId' | 'formLevel'>;
  date: string;
  rules: DayRules;
  before: AttendanceItem | undefined;
}

/** The record with more scans (times by source); the same object where it has all of them. Pure. */
export function addScansToRecord(
  place: RecordToChange,
  scans: Readonly<Record<string, string>>,
): AttendanceItem | undefined {
  const known = recordUnlessDeleted(place.before)?.scans ?? {};
  const added = Object.entries(scans).filter(([key]) => !(key in known));
  if (added.length === 0) return place.before;
  return withState(place, { scans: { ...known, ...Object.fromEntries(added) } });
}

/** The record without some of its scans; persons' entries stay. Pure. */
export function removeScansFromRecord(
  place: RecordToChange & { before: AttendanceItem },
  keys: readonly string[],
): AttendanceItem {
  const taken = new Set(keys);
  const kept = Object.entries(place.before.scans ?? {}).filter(([key]) => !taken.has(key));
  return withState(place, { scans: kept.length > 0 ? Object.fromEntries(kept) : undefined });
}

/** The deleted record, which expires in 30 days (rule 13). Pure. */
export function markRecordDeleted(record: AttendanceItem, now: Date): AttendanceItem {
  const { lateMonth: _listed, ...kept } = record;
  return { ...kept, deletedAt: now.toISOString(), expires: expiryOfDeleted(now), version: record.version + 1 };
}

/** The record with a person's decisions, each stamped. Pure. */
export function applyDecisions(
  place: RecordToChange,
  decisions: DayDecisionsOrScans,
  { by, at, as }: EntryStamp,
): AttendanceItem {
  const changes: Record<string, unknown> = {};
  const decided: Record<string, unknown> = { ...recordUnlessDeleted(place.before)?.decided };
  for (const [field, value] of Object.entries(decisions)) {
    if (value === undefined) continue;
    const isTakenBack = value === withdrawnEntry || (isDayField(field) && value === 'by scans');
    if (!isDayField(field)) changes[field] = isTakenBack ? undefined : (value ?? undefined);
    else if (isTakenBack) decided[field] = undefined;
    else decided[field] = field === 'late' ? value === true : value;
    changes[`${field}By`] = isTakenBack ? undefined : by;
    changes[`${field}At`] = isTakenBack ? undefined : at;
    if (field === 'am' || field === 'pm' || field === 'late') changes[`${field}As`] = isTakenBack ? undefined : as;
  }
  return withState(place, { ...changes, decided: withoutUndefined(decided) });
}

const isDayField = (field: string): field is DayField => dayFields.some((name) => name === field);

/** Undefined where no value is left. */
function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The same record under other limits or sessions. Pure. */
export const applyDayRules = (place: RecordToChange & { before: AttendanceItem }): AttendanceItem =>
  withState(place, {});

/** Recomputes the state. Scans and decisions stay, so a day that was closed by mistake can be restored completely. */
function withState({ student, date, rules, before }: RecordToChange, changes: Record<string, unknown>): AttendanceItem {
  const kept = recordUnlessDeleted(before);
  const record = {
    ...kept,
    ...changes,
    studentId: student.studentId,
    date,
    half: halfYearOf(date),
    classId: kept?.classId ?? student.classId,
    formLevel: kept?.formLevel ?? student.formLevel,
    version: (before?.version ?? 0) + 1,
    setting: rules.setting,
  } as AttendanceItem;
  const state = computeDayState(Object.values(record.scans ?? {}), record.decided ?? {}, rules);
  return {
    ...record,
    am: state.am ?? undefined,
    pm: state.pm ?? undefined,
    late: state.late || undefined,
    timeIn: state.timeIn ?? undefined,
    timeOut: state.timeOut ?? undefined,
    excusedSessions: (record.excused && rules.sessions.filter((session) => state[session] !== 'P').length) || undefined,
    lateMonth: state.late ? date.slice(0, 7) : undefined,
  } as AttendanceItem;
}
