import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { AuditFieldChange, Authorship } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import {
  type AssignmentItem,
  listAssignmentsOfStudent,
  StudentSubjectAssignmentEntity,
} from '../../subjects/records/store.ts';
import { fieldsCopiedToAssignments } from './assignment-guard.ts';
import { updateStudentAction } from './rosters/write-student.ts';
import { type StudentItem, studentAuditSubject } from './store.ts';

/** A change of a student's facts, by their stored names; null is blank. Another class is not a change but a move. */
interface StudentChange {
  /** As read. */
  student: StudentItem;
  changes: readonly AuditFieldChange[];
  /** Further actions of the transaction. */
  more?: readonly Action[];
  by: Authorship;
  /** Null writes no line to the office log: the run that changes many students has one for all of them. */
  logKind?: null;
}

/**
 * Changes facts of a student and their copies in assignments, audited. `refused`: one of these facts is no longer as it
 * was read, the student was archived or restored meanwhile, or was given a subject or moved while a name was changed.
 * Concurrent changes of other facts do not matter.
 */
export async function changeStudent({ student, changes, more = [], by, logKind }: StudentChange): Promise<ActOutcome> {
  const { studentId } = student;
  const isCopied = changes.some(({ field }) => fieldsCopiedToAssignments.some((one) => one === field));
  const assignments = isCopied ? await listAssignmentsOfStudent(studentId) : [];
  const after = Object.fromEntries(
    changes.map(({ field, after }) => [field, after ?? undefined]),
  ) as Partial<StudentItem>;
  const next = { ...student, ...after };
  return commit({
    by,
    changes: [
      studentUpdate({ student, next, names: changes.map(({ field }) => field), isCopied }),
      ...assignments.map((assignment) => copyAction(assignment, next)),
      ...more,
    ],
    trail: { subject: studentAuditSubject(studentId), changes },
    logKind,
  });
}

interface StudentUpdate {
  student: StudentItem;
  next: StudentItem;
  names: readonly string[];
  isCopied: boolean;
}

function studentUpdate({ student, next, names, isCopied }: StudentUpdate): Action {
  const values = new Map(Object.entries(next));
  const blank = names.filter((name) => values.get(name) === undefined);
  const set = Object.fromEntries(names.filter((name) => !blank.includes(name)).map((name) => [name, values.get(name)]));
  const asRead = [
    ...new Set(['status', ...names, ...(isCopied ? ['classId', 'givenBy', ...fieldsCopiedToAssignments] : [])]),
  ];
  return updateStudentAction(student, {
    set,
    // One name stands for all: the type has no list of optional attributes.
    remove: blank as 'middleName'[],
    where: whereUnchanged(student, asRead as (keyof StudentItem)[]),
  });
}

function copyAction(assignment: AssignmentItem, { firstName, lastName, picture }: StudentItem): Action {
  return StudentSubjectAssignmentEntity.change(assignment, {
    set: { firstName, lastName, picture },
    remove: picture === undefined ? ['picture'] : [],
    where: whereUnchanged(assignment, ['classId', 'formLevel']),
  });
}
