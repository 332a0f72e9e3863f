import { attendanceContract } from '#shared/attendance/contract.ts';
import { excuseValues, registerMarks } from '#shared/attendance/register-marks.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { SaveTarget, TypedValue } from '../../../outbox/pending-record.ts';
import { defineSaveKind, hasExactShape, isText, isTextOrBlank } from '../../../outbox/save-kind.ts';

const isDay = { class_id: isText, date: isText };
const isClassDay = hasExactShape(isDay);
/** Version 2: with the reason for changing a past day. */
const isEarlierDay = hasExactShape({ ...isDay, why: isText });

const isOneOf =
  <T extends string>(choices: readonly T[]) =>
  (value: unknown): value is T | null =>
    value === null || choices.some((choice) => choice === value);

/** The guards of a student's fields. */
const guards = {
  am: isOneOf(registerMarks),
  pm: isOneOf(registerMarks),
  reason: isTextOrBlank,
  excused: isOneOf(excuseValues),
} as const;
export type RegisterField = keyof typeof guards;
const isField = (name: string): name is RegisterField => Object.hasOwn(guards, name);
const fieldWords: Record<RegisterField, string> = {
  am: 'morning',
  pm: 'afternoon',
  reason: 'reason',
  excused: 'excused',
};

/** The parts of a `registerCellName`. */
function partsOf(cell: string) {
  const at = cell.lastIndexOf('/');
  return { studentId: cell.slice(0, at), field: cell.slice(at + 1) };
}

/** A class's day is one record with the fields of all students, so that a whole class is saved in one request. */
export const registerSaveKind = defineSaveKind(attendanceContract.saveAttendanceRegister, {
  name: 'classRegister',
  version: 2,
  failure: attendanceWordings.notSaved,
  labelOf: (cell, names) => {
    const { studentId, field } = partsOf(cell);
    return `${names[studentId] ?? studentId}, ${isField(field) ? fieldWords[field] : field}`;
  },
  read: ({ record, fields, was, over = {} }) => {
    if (!isClassDay(record) && !isEarlierDay(record)) return undefined;
    const replaced = new Map<string, unknown>(Object.entries(over));
    const seen = new Map<string, unknown>(Object.entries(was));
    const students = new Map<string, { student_id: string; was: object; over?: object }>();
    for (const [cell, value] of Object.entries(fields)) {
      const { studentId, field } = partsOf(cell);
      const before = seen.get(cell) ?? null;
      if (!isField(field) || !guards[field](value) || !guards[field](before)) return undefined;
      const student = students.get(studentId);
      const at = replaced.get(cell);
      const entry = {
        [field]: value,
        was: { ...student?.was, [field]: before },
        ...(isText(at) && (field === 'am' || field === 'pm') ? { over: { ...student?.over, [field]: at } } : {}),
      };
      students.set(studentId, { ...student, student_id: studentId, ...entry });
    }
    // An entry of the day itself may arrive on a later one. The server ignores the reason on the day itself.
    return { why: attendanceWordings.enteredOffline, ...record, students: [...students.values()] };
  },
});

/** The outbox record of a class's day. On a past day each reason has a record of its own. */
export const toRegisterSaveTarget = (classId: string, date: string, why: string | null): SaveTarget =>
  registerSaveKind.target({
    names: [classId, date, ...(why === null ? [] : [why])],
    record: { class_id: classId, date, ...(why === null ? {} : { why }) },
    about: `${classId}, ${displayDate(date)}`,
  });

/** Whether an outbox record is of a class's day, with any reason. */
export const isRecordOfDay = (id: string, day: SaveTarget): boolean => id === day.id || id.startsWith(`${day.id}/`);

/** Values of a class's day by student: `S01` → `{ am: 'P' }`. */
export function groupCellsByStudent(cells: Readonly<Record<string, TypedValue>>): ReadonlyMap<string, object> {
  const found = new Map<string, object>();
  for (const [cell, value] of Object.entries(cells)) {
    const { studentId, field } = partsOf(cell);
    found.set(studentId, { ...found.get(studentId), [field]: value });
  }
  return found;
}

/** The student of a cell. */
export const toStudentId = (cell: string): string => partsOf(cell).studentId;
