import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceMessages } from '#shared/attendance/messages.ts';
import { excuses, registerMarks } from '#shared/attendance/register-marks.ts';
import { isText, isTextOrBlank, isWhole, saveKind } from '../../../outbox/save-kind.ts';
import type { FieldValue, Target } from '../../../outbox/waiting.ts';

const isClassDay = isWhole({ class_id: isText, date: isText });

const isOneOf =
  <T extends string>(choices: readonly T[]) =>
  (value: unknown): value is T | null =>
    value === null || choices.some((choice) => choice === value);

/** What is said of a student's day, and the guard of each. */
const guards = {
  am: isOneOf(registerMarks),
  pm: isOneOf(registerMarks),
  reason: isTextOrBlank,
  excused: isOneOf(excuses),
} as const;
export type RegisterField = keyof typeof guards;
const isField = (name: string): name is RegisterField => Object.hasOwn(guards, name);
const fieldWords: Record<RegisterField, string> = {
  am: 'morning',
  pm: 'afternoon',
  reason: 'reason',
  excused: 'excused',
};

/** Names of the students of this page's registers, for what could not be saved. */
const names = new Map<string, string>();
export function knowNames(rows: readonly { student_id: string; name: string }[]): void {
  for (const { student_id, name } of rows) names.set(student_id, name);
}

/** Of `<student>/<field>`, as `cellName` makes it. */
function partsOf(cell: string) {
  const at = cell.lastIndexOf('/');
  return { studentId: cell.slice(0, at), field: cell.slice(at + 1) };
}

/** A class's day is one record and each student's fields are fields of it: a whole class goes in one request. */
export const registerSave = saveKind(attendanceContract.saveAttendanceRegister, {
  name: 'classRegister',
  version: 1,
  failure: attendanceMessages.notSaved,
  labelOf: (cell) => {
    const { studentId, field } = partsOf(cell);
    return `${names.get(studentId) ?? studentId}, ${isField(field) ? fieldWords[field] : field}`;
  },
  read: ({ record, fields, was }) => {
    if (!isClassDay(record)) return undefined;
    const seen = new Map<string, unknown>(Object.entries(was));
    const students = new Map<string, { student_id: string; was: object }>();
    for (const [cell, value] of Object.entries(fields)) {
      const { studentId, field } = partsOf(cell);
      const before = seen.get(cell) ?? null;
      if (!isField(field) || !guards[field](value) || !guards[field](before)) return undefined;
      const student = students.get(studentId);
      const said = { [field]: value, was: { ...student?.was, [field]: before } };
      students.set(studentId, { ...student, student_id: studentId, ...said });
    }
    return { ...record, students: [...students.values()] };
  },
});

export const classDayOf = (classId: string, date: string): Target =>
  registerSave.target({
    names: [classId, date],
    record: { class_id: classId, date },
    about: `${classId}, ${date}`,
  });

/** Values of a class's day by student, as the register's rows name them: `S01` → `{ am: 'P' }`. */
export function byStudent(cells: Readonly<Record<string, FieldValue>>): ReadonlyMap<string, object> {
  const found = new Map<string, object>();
  for (const [cell, value] of Object.entries(cells)) {
    const { studentId, field } = partsOf(cell);
    found.set(studentId, { ...found.get(studentId), [field]: value });
  }
  return found;
}

/** The student of a cell. */
export const studentOf = (cell: string): string => partsOf(cell).studentId;
