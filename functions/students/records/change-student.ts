import type { Action } from '../../platform/table/action.ts';
import {
  type Attempt,
  type AuditedChange,
  AuditRow,
  type Author,
  auditRow,
  type Outcome,
  writeAudited,
} from '../../platform/table/audit.ts';
import { stillAs } from '../../platform/table/expression.ts';
import { Assignment, type AssignmentItem, assignmentsOf } from '../../subjects/records/store.ts';
import { Student, type StudentItem, studentSubject } from './store.ts';

/** What assignments copy of their student. */
const copied = ['firstName', 'lastName', 'picture'] as const;

/** A change of a student's facts, by the names that they are stored under; null is blank. Not of the class: that is a move. */
interface StudentChange {
  /** As read. */
  student: StudentItem;
  changes: readonly AuditedChange[];
  /** Other actions of the same transaction. */
  more?: readonly Action[];
  caller: Author;
  request: Attempt;
}

/**
 * Changes facts of a student and what assignments copy of them, audited. `refused`: one of these facts is no longer as it was read,
 * the student was archived or came back in this moment, or was given a subject or moved while a name was changed. Other facts may
 * have changed by then.
 */
export async function changeStudent({ student, changes, more = [], caller, request }: StudentChange): Promise<Outcome> {
  const { studentId } = student;
  const isCopied = changes.some(({ field }) => copied.some((one) => one === field));
  const assignments = isCopied ? await assignmentsOf(studentId) : [];
  const after = Object.fromEntries(
    changes.map(({ field, after }) => [field, after ?? undefined]),
  ) as Partial<StudentItem>;
  const next = { ...student, ...after };
  return writeAudited([
    studentUpdate({ student, next, names: changes.map(({ field }) => field), isCopied }),
    ...assignments.map((assignment) => copyAction(assignment, next)),
    ...more,
    AuditRow.create(auditRow({ subject: studentSubject(studentId), changes, caller, request })),
  ]);
}

interface StudentUpdate {
  student: StudentItem;
  next: StudentItem;
  names: readonly string[];
  isCopied: boolean;
}

function studentUpdate({ student, next, names, isCopied }: StudentUpdate): Action {
  // The names are parts of the class list's key, which is written only where all of them are set.
  const { classId, status, firstName, lastName } = next;
  const ofKey = isCopied ? { classId, status, firstName, lastName } : {};
  const values = new Map(Object.entries(next));
  const blank = names.filter((name) => values.get(name) === undefined);
  const set = Object.fromEntries(names.filter((name) => !blank.includes(name)).map((name) => [name, values.get(name)]));
  const asRead = [...new Set(['status', ...names, ...(isCopied ? ['classId', 'givenBy', ...copied] : [])])];
  return Student.update(
    { studentId: student.studentId },
    {
      set: { ...ofKey, ...set },
      // Of the many that can be: for the types alone.
      remove: blank as 'middleName'[],
      where: stillAs(student, asRead as (keyof StudentItem)[]),
    },
  );
}

function copyAction(assignment: AssignmentItem, { firstName, lastName, picture }: StudentItem): Action {
  const { studentId, subjectId, classId, formLevel } = assignment;
  return Assignment.update(
    { studentId, subjectId },
    {
      set: { classId, formLevel, firstName, lastName, picture },
      remove: picture === undefined ? ['picture'] : [],
      where: stillAs(assignment, ['classId', 'formLevel']),
    },
  );
}
