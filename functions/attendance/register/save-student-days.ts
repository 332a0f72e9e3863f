import { findTermOfDay, type SchoolDay, type TermDates } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { type AuditFieldChange, auditKey, auditRow } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { type AttendanceItem, attendanceKey, type RegistrarRole } from '../records/attendance-record.ts';
import { type DaySettingItem, daySettingKey } from '../records/day-setting.ts';
import { termDatesChecks, toTermDates } from '../records/school-calendar.ts';
import { maxRecordsPerTransaction, writeRecords } from '../records/write-records.ts';
import { applyDayEntry, type ContestedField, type DayEntry, type ExpectedSessions } from './apply-entry.ts';

/** The audit subject of a student's day. */
export const studentDayAuditSubject = (studentId: string, date: string): string =>
  `student#${studentId}#attendance#${date}`;

/** Whether a request has entered something for one of these students on a day. One request. */
export async function isSaveOfDayDone(
  { date, studentIds }: { date: string; studentIds: readonly string[] },
  { idempotencyKey }: Pick<RequestFacts, 'idempotencyKey'>,
): Promise<boolean> {
  const { rows } = await readItems({
    rows: studentIds.map((studentId) => auditKey(studentDayAuditSubject(studentId, date), idempotencyKey)),
  });
  return rows.length > 0;
}

interface StudentEntry {
  student: Pick<StudentItem, 'studentId' | 'classId' | 'formLevel'>;
  entry: DayEntry;
  was: DayEntry;
  over?: ExpectedSessions | undefined;
}

type Saved = ReadonlyMap<string, AttendanceItem>;

interface Saving {
  date: string;
  /** The terms and the day's own setting as they were read, and what the day is under them; throws where nothing can be entered for it. */
  terms: readonly TermDates[];
  setting: DaySettingItem | undefined;
  dayUnder: (setting: DaySettingItem | undefined, terms: readonly TermDates[]) => SchoolDay;
  /** Each student once; {@link maxRecordsPerTransaction} at most. */
  students: readonly StudentEntry[];
  /** The records that were read with the session. */
  stored: readonly AttendanceItem[];
  caller: Caller;
  /** The caller's role in the class. */
  as: RegistrarRole;
  request: RequestFacts;
  /** Name of a student's field in refusals and conflicts. */
  nameOf: (studentId: string, field: string) => string;
  /** The reason of the change, for the trail. */
  why?: string | undefined;
}

/**
 * Saves a person's entries for students on a day in one transaction, with a line in the trail of each student's day. Returns the records
 * afterwards, by student. A repeated idempotency key changes nothing.
 */
export function saveStudentDays({ date, students, stored, caller, as, request, nameOf, why, ...day }: Saving) {
  if (students.length > maxRecordsPerTransaction) throw new RangeError(`${students.length} students in one save`);
  const subjectOf = (studentId: string) => studentDayAuditSubject(studentId, date);
  const ids = students.map(({ student }) => student.studentId);
  const stamp = { by: caller.name, at: request.now.toISOString(), as };
  return retryRefused({
    what: 'the attendance of these students',
    first: { records: stored, terms: day.terms, setting: day.setting, done: new Set<string>(), isSure: false },
    read: async () => {
      const [{ periods }, { records, rows, ...found }] = await Promise.all([
        readAllPeriods(),
        readItems({
          setting: daySettingKey(date),
          records: ids.map((studentId) => attendanceKey(studentId, date)),
          rows: ids.map((studentId) => auditKey(subjectOf(studentId), request.idempotencyKey)),
        }),
      ]);
      return {
        ...found,
        terms: periods.map(toTermDates),
        records,
        done: new Set(rows.map(({ subject }) => subject)),
        isSure: true,
      };
    },
    attempt: async ({ records, terms, setting, done, isSure }): Promise<Saved | 'refused'> => {
      const rules = day.dayUnder(setting, terms);
      const placed = findTermOfDay(date, day.terms);
      // The class of each student was read for this term.
      if (placed?.year !== rules.year || placed.term !== rules.term)
        throw new ConflictError(attendanceWordings.termDatesChanged);
      const found = new Map(records.map((record) => [record.studentId, record]));
      const changes = [];
      const rows = [];
      for (const { student, entry, was, over } of students) {
        const { studentId } = student;
        if (done.has(subjectOf(studentId))) continue;
        const before = found.get(studentId);
        for (const session of ['am', 'pm'] as const)
          if (entry[session] && !rules.sessions.includes(session))
            throw new ValidationError({ [nameOf(studentId, session)]: [attendanceWordings.sessionNotHeld] });
        const place = { student, date, rules, before };
        const { after, changes: fields, contested, impossible } = applyDayEntry(place, { entry, was, over, stamp });
        const name = (field: string) => nameOf(studentId, field);
        // An earlier attempt of this request may have made the other entry.
        if (contested[0] && !isSure) return 'refused';
        if (contested[0]) throw conflict(contested[0], name);
        if (impossible[0]) throw new ValidationError({ [name(impossible[0])]: [attendanceWordings.lateInMorning] });
        if (fields.length === 0) continue;
        changes.push({ before, after });
        rows.push(rowOf(studentId, fields));
        found.set(studentId, after);
      }
      if (rows.length === 0) return found;
      const outcome = await writeRecords(changes, {
        openAt: { now: request.now, terms },
        rows,
        beside: termDatesChecks([date], terms),
      });
      return outcome === 'written' ? found : 'refused';
    },
  });

  function rowOf(studentId: string, fields: readonly AuditFieldChange[]) {
    const changes = why === undefined ? fields : [...fields, { field: 'why', before: null, after: why }];
    return auditRow({ subject: subjectOf(studentId), changes, caller, request });
  }
}

const conflict = ({ field, isTheirs, ...values }: ContestedField, name: (field: string) => string) =>
  new ConflictError(isTheirs ? attendanceWordings.enteredAlready(values.by) : serverWordings.changedSinceOpened, {
    field: name(field),
    ...values,
  });
