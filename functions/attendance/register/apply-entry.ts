import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { AttendanceSession } from '#shared/attendance/limits.ts';
import {
  arrivalSession,
  decisionsForMark,
  type RegisterMark,
  registerMarkOfSession,
} from '#shared/attendance/register-marks.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import type { AuditFieldChange } from '../../platform/table/audit.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { type AttendanceItem, recordUnlessDeleted } from '../records/attendance-record.ts';
import {
  applyDecisions,
  type DayDecisionsOrScans,
  type EntryStamp,
  type RecordToChange,
} from '../records/change-record.ts';

type Named = Pick<StudentItem, 'studentId' | 'firstName' | 'lastName' | 'picture'>;

/** A student's day as the register shows it. Subject teachers do not see the reason. */
export function toRegisterRow(student: Named, stored: AttendanceItem | undefined, showsReason: boolean): RegisterRow {
  const record = recordUnlessDeleted(stored);
  return {
    student_id: student.studentId,
    name: lastFirst(student),
    picture: student.picture ?? null,
    am: record ? registerMarkOfSession(record, 'am') : null,
    pm: record ? registerMarkOfSession(record, 'pm') : null,
    am_by: record?.amBy ?? null,
    pm_by: record?.pmBy ?? null,
    am_as: record?.amAs ?? null,
    pm_as: record?.pmAs ?? null,
    am_at: record?.amAt ?? null,
    pm_at: record?.pmAt ?? null,
    scanned: hourAndMinute(Object.values(record?.scans ?? {}).sort()[0]),
    time_in: hourAndMinute(record?.timeIn),
    time_out: hourAndMinute(record?.timeOut),
    reason: showsReason ? (record?.reason ?? null) : null,
    excused: excuseInWords(record),
  };
}

export const excuseInWords = (record: Pick<AttendanceItem, 'excused'> | undefined) =>
  record?.excused === undefined ? null : record.excused ? ('excused' as const) : ('not excused' as const);

/** HH:mm of HH:mm:ss. */
const hourAndMinute = (time: string | undefined): string | null => time?.slice(0, 5) ?? null;

/**
 * The fields of a student's day that a person may enter, by their wire names. Sessions first: lateness belongs to the
 * one of the arrival.
 */
const entryFields = ['am', 'pm', 'time_in', 'time_out', 'reason', 'excused'] as const;
type Field = (typeof entryFields)[number];
type Value = string | null;
export type DayEntry = { readonly [F in Field]?: Value | undefined };

/** A field that another person has changed since the caller saw it. */
export interface ContestedField {
  field: Field;
  yours: Value;
  theirs: Value;
  by: string | null;
  at: string | null;
  /** The form teacher or the office made the stored entry; false for a change since the caller opened the day. */
  isTheirs: boolean;
}

export interface AppliedEntry {
  after: AttendanceItem;
  changes: AuditFieldChange[];
  contested: ContestedField[];
  /** Sessions entered as late in which the student did not arrive. */
  impossible: Field[];
}

interface EntryOfPerson {
  entry: DayEntry;
  was: DayEntry;
  /** By session: the time of the entry that the caller saw and replaces. */
  over?: ExpectedSessions | undefined;
  stamp: EntryStamp;
}
export type ExpectedSessions = { readonly [S in AttendanceSession]?: string | undefined };

const attributes = {
  am: 'am',
  pm: 'pm',
  time_in: 'timeIn',
  time_out: 'timeOut',
  reason: 'reason',
  excused: 'excused',
} as const satisfies Record<Field, keyof AttendanceItem>;

function storedValueOf(record: AttendanceItem | undefined, field: Field): Value {
  switch (field) {
    case 'am':
    case 'pm':
      return record ? registerMarkOfSession(record, field) : null;
    case 'time_in':
    case 'time_out':
      return hourAndMinute(record?.[attributes[field]]);
    case 'reason':
      return record?.reason ?? null;
    case 'excused':
      return excuseInWords(record);
  }
}

/** Who entered a field's value last; undefined where it comes from scans. */
function lastEntryOf(record: AttendanceItem | undefined, field: Field): { by: string; at: string } | undefined {
  const names = [attributes[field], ...(isPresence(field) ? (['late'] as const) : [])] as const;
  return names
    .flatMap((name) => {
      const [by, at] = [record?.[`${name}By`], record?.[`${name}At`]];
      return by !== undefined && at !== undefined ? [{ by, at }] : [];
    })
    .sort((a, b) => b.at.localeCompare(a.at))[0];
}

const isPresence = (field: Field): field is AttendanceSession => field === 'am' || field === 'pm';

/**
 * The entry of the form teacher or the office behind a session's mark, which a subject teacher replaces only after
 * seeing it (rule 50). An entry without a recorded role counts as theirs.
 */
function protectedEntryOf(record: AttendanceItem | undefined, field: Field): { by: string; at: string } | undefined {
  if (!record || !isPresence(field)) return undefined;
  const names = [field, ...(registerMarkOfSession(record, field) === 'L' ? (['late'] as const) : [])] as const;
  return names.flatMap((name) => {
    const [by, at, as] = [record[`${name}By`], record[`${name}At`], record[`${name}As`]];
    return by !== undefined && at !== undefined && as !== 'lesson' ? [{ by, at }] : [];
  })[0];
}

function decisionOf(record: AttendanceItem | undefined, field: Field, value: Value): DayDecisionsOrScans {
  switch (field) {
    case 'am':
    case 'pm':
      return decisionsForMark(record ?? {}, field, value as RegisterMark | null);
    case 'time_in':
    case 'time_out':
      return { [attributes[field]]: value === null ? 'by scans' : `${value}:00` };
    case 'reason':
      return { reason: value };
    case 'excused':
      return { excused: value === null ? null : value === 'excused' } as DayDecisionsOrScans;
  }
}

/**
 * Applies a person's entry to a student's day. A field that was not changed, or has this value already, stays; one that
 * another person has changed since is contested; values from scans are replaced. For a subject teacher an entry of the
 * form teacher or the office is contested until `over` names it. Pure.
 */
export function applyDayEntry(place: RecordToChange, { entry, was, over, stamp }: EntryOfPerson): AppliedEntry {
  const before = recordUnlessDeleted(place.before);
  const decided: AppliedEntry = { after: place.before as AttendanceItem, changes: [], contested: [], impossible: [] };
  let decisions: DayDecisionsOrScans = {};
  for (const field of entryFields) {
    const value = entry[field];
    if (value === undefined || was[field] === value) continue;
    const theirs = storedValueOf(before, field);
    const person = lastEntryOf(before, field);
    if (theirs === value && (person || value === null)) continue;
    if (was[field] !== undefined && was[field] !== theirs && person) {
      decided.contested.push({ field, yours: value, theirs, ...person, isTheirs: false });
      continue;
    }
    const held = stamp.as === 'lesson' ? protectedEntryOf(before, field) : undefined;
    if (held && isPresence(field) && over?.[field] !== held.at) {
      decided.contested.push({ field, yours: value, theirs, ...held, isTheirs: true });
      continue;
    }
    const current = recordUnlessDeleted(decided.after);
    if (value === 'L' && (field === 'am' || field === 'pm') && arrivalSession({ ...current, [field]: 'P' }) !== field) {
      decided.impossible.push(field);
      continue;
    }
    decisions = { ...decisions, ...decisionOf(current, field, value) };
    decided.after = applyDecisions(place, decisions, stamp);
    decided.changes.push({ field, before: theirs, after: value });
  }
  return decided;
}
