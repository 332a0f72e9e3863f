import { findTermOfDay, type TermDates } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { type AuditItem, type Authorship, auditKey, auditRow } from '../../platform/table/audit.ts';
import { decideAndWrite } from '../../platform/table/field-changes.ts';
import { readItems, readMany } from '../../platform/table/table.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { type AttendanceItem, attendanceKey, type RegistrarRole } from '../records/attendance-record.ts';
import { type DaySettingItem, daySettingKey } from '../records/day-setting.ts';
import { termDatesChecks, toTermDates } from '../records/school-calendar.ts';
import { maxRecordsPerTransaction, type RecordChange, writeRecords } from '../records/write-records.ts';
import { applyDayEntry, type ContestedField, type DayEntry, type ExpectedSessions } from './apply-entry.ts';
import { requireSchoolDay } from './require-school-day.ts';

/** The audit subject of a student's day. */
export const studentDayAuditSubject = (studentId: string, date: string): string =>
  `student#${studentId}#attendance#${date}`;

export interface StudentEntry {
  student: Pick<StudentItem, 'studentId' | 'classId' | 'formLevel'>;
  entry: DayEntry;
  was: DayEntry;
  over?: ExpectedSessions | undefined;
}

/** What is decided on. */
interface StoredDay {
  records: readonly AttendanceItem[];
  terms: readonly TermDates[];
  setting: DaySettingItem | undefined;
}

/** What a person enters. */
interface Entries {
  /** {@link maxRecordsPerTransaction} at most. */
  studentIds: readonly string[];
  /** Each student once; throws to refuse. */
  entries: () => readonly StudentEntry[] | Promise<readonly StudentEntry[]>;
  /** Name of a student's field in refusals and conflicts. */
  nameOf: (studentId: string, field: string) => string;
  /** The reason of the change, for the trail. */
  why?: string | undefined;
}

/**
 * Saves a person's entries for students on a day in one transaction, with a line in the trail of each student's day.
 * Returns the records afterwards, by student. A repeated request changes nothing and has its answer, whatever was
 * changed since: the entries, the day, or a student's class.
 * @param found the day as it was read with the session
 * @param as the caller's role in the class
 * @throws what `requireSchoolDay` throws
 */
export async function saveStudentDays(
  { date, found }: { date: string; found: StoredDay },
  { studentIds, entries, nameOf, why }: Entries,
  { as, ...by }: Authorship & { as: RegistrarRole },
): Promise<ReadonlyMap<string, AttendanceItem>> {
  if (studentIds.length > maxRecordsPerTransaction) throw new RangeError(`${studentIds.length} students in one save`);
  const subjectOf = (studentId: string) => studentDayAuditSubject(studentId, date);
  const stamp = { by: by.caller.name, at: by.request.now.toISOString(), as };
  const reason = why === undefined ? [] : [{ field: 'why', before: null, after: why }];
  const day = await decideAndWrite({
    record: found,
    read: async (): Promise<StoredDay> => {
      const [{ periods }, read] = await Promise.all([
        readAllPeriods(),
        readItems({
          setting: daySettingKey(date),
          records: studentIds.map((studentId) => attendanceKey(studentId, date)),
        }),
      ]);
      return { ...read, terms: periods.map(toTermDates) };
    },
    decide: async ({ records, terms, setting }) => {
      const rules = requireSchoolDay({ date, terms, setting, now: by.request.now });
      const placed = findTermOfDay(date, found.terms);
      // The class of each student was read for this term.
      if (placed?.year !== rules.year || placed.term !== rules.term)
        throw new ConflictError(attendanceWordings.termDatesChanged);
      const stored = new Map(records.map((record) => [record.studentId, record]));
      const changes: RecordChange[] = [];
      const rows: AuditItem[] = [];
      for (const { student, entry, was, over } of await entries()) {
        const { studentId } = student;
        const before = stored.get(studentId);
        for (const session of ['am', 'pm'] as const)
          if (entry[session] && !rules.sessions.includes(session))
            throw new ValidationError({ [nameOf(studentId, session)]: [attendanceWordings.sessionNotHeld] });
        const place = { student, date, rules, before };
        const { after, changes: fields, contested, impossible } = applyDayEntry(place, { entry, was, over, stamp });
        const name = (field: string) => nameOf(studentId, field);
        if (contested[0]) throw conflict(contested[0], name);
        if (impossible[0]) throw new ValidationError({ [name(impossible[0])]: [attendanceWordings.lateInMorning] });
        if (fields.length === 0) continue;
        changes.push({ before, after });
        rows.push(auditRow({ subject: subjectOf(studentId), changes: [...fields, ...reason], by }));
        stored.set(studentId, after);
      }
      return rows.length > 0 ? { changes, rows, after: [...stored.values()] } : null;
    },
    write: ({ changes, rows }, { terms }) =>
      writeRecords(changes, {
        openAt: { now: by.request.now, terms },
        rows,
        beside: termDatesChecks([date], terms),
      }),
    applied: ({ after }, current) => ({ ...current, records: after }),
    isDone: async () => {
      const keys = studentIds.map((studentId) => auditKey(subjectOf(studentId), by.request.idempotencyKey));
      return (await readMany(keys)).length > 0;
    },
    what: 'the attendance of these students',
  });
  return new Map(day.records.map((record) => [record.studentId, record]));
}

const conflict = ({ field, isTheirs, ...values }: ContestedField, name: (field: string) => string) =>
  new ConflictError(isTheirs ? attendanceWordings.enteredAlready(values.by) : serverWordings.changedSinceOpened, {
    field: name(field),
    ...values,
  });
