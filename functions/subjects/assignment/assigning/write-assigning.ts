import { studentWordings } from '#shared/students/wordings.ts';
import { type AssignmentVerdict, judgeAssignment } from '#shared/subjects/assignment/judge-assignment.ts';
import { addSubjectToReportAction, type TermReportItem, termReportKey } from '../../../marks/records/term-report.ts';
import { lessonKey } from '../../../people/records/store.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { type Action, notStoredCheck, storedValuesCheck } from '../../../platform/table/action.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit, type Keeping } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { assignmentGuardAction, factsCopiedToAssignment } from '../../../students/records/assignment-guard.ts';
import { type StudentItem, studentName } from '../../../students/records/store.ts';
import {
  assignmentsAuditSubject,
  changeAssignedTeacherAction,
  createAssignmentAction,
} from '../../records/assignments.ts';
import { type AssignmentItem, subjectUseActions } from '../../records/store.ts';

/** What students are to be given. */
export interface WantedAssignment {
  subjectId: string;
  /** Null leaves it to the teachers of the student's class. */
  employeeId: string | null;
  /** The year of the teacher's lessons, and the current term, null before there is one. */
  year: number;
  term: 1 | 2 | 3 | null;
  /** The classes in which the teacher teaches the subject. */
  taughtIn: readonly string[];
  formLevel: number | null;
  classId: string | null;
}

/** A student as read, with what is to be done. */
export interface JudgedStudent {
  student: StudentItem;
  assignment: AssignmentItem | undefined;
  /** Of the current term, where the student is registered for it. */
  report: TermReportItem | undefined;
  assigning: AssignmentVerdict;
}

interface Read {
  students: readonly StudentItem[];
  assignments: readonly AssignmentItem[];
  reports: readonly TermReportItem[];
}

export function judgeAssignmentOfStudents(
  { students, assignments, reports }: Read,
  { employeeId, taughtIn, formLevel, classId }: WantedAssignment,
): JudgedStudent[] {
  const taken = new Map(assignments.map((assignment) => [assignment.studentId, assignment]));
  const registered = new Map(reports.map((report) => [report.studentId, report]));
  return students.map((student) => {
    const assignment = taken.get(student.studentId);
    const assigning = judgeAssignment(
      { class_id: student.classId, form_level: student.formLevel, is_archived: student.status === 'archived' },
      assignment ? { employee_id: assignment.employeeId ?? null } : null,
      {
        form_level: formLevel,
        class_id: classId,
        teacher: employeeId === null ? null : { employee_id: employeeId, class_ids: taughtIn },
      },
    );
    return { student, assignment, report: registered.get(student.studentId), assigning };
  });
}

/** What a transaction takes besides its students: the subject's two actions, the audit row, and what it wrote. */
export const fixedActionCount = 4;
/** The assignment, the check that the student is as it says, and the term's report. */
export const actionsPerStudent = 3;

/**
 * Writes what was judged new or another teacher's, in one transaction with its audit row: three actions for each
 * student, one for each class whose lesson is a condition, and four. Students who are registered for the current term
 * have the subject on the report at once. `refused`: a student changed class or was registered meanwhile, the lesson or
 * the subject is gone, or an assignment was changed since the read.
 */
export function writeJudgedAssignments(
  judged: readonly JudgedStudent[],
  wanted: WantedAssignment,
  { act, undo, by }: { act: string; undo: Keeping; by: Authorship },
): Promise<ActOutcome> {
  const { subjectId, employeeId, year } = wanted;
  const meant = judged.filter(({ assigning: { kind } }) => kind === 'new' || kind === 'other teacher');
  const classIds = employeeId === null ? [] : [...new Set(meant.map(({ student }) => student.classId))];
  return commit({
    by,
    changes: meant.flatMap((one) => [
      assignmentGuardAction(one.student, by.request),
      ...(one.assignment ? [teacherAction(one.assignment, { employeeId, act })] : newActions(one, wanted, act)),
    ]),
    undo,
    guards: {
      subject: subjectUseActions(subjectId, by.request),
      lesson: classIds.map((classId) =>
        storedValuesCheck(lessonKey({ employeeId: employeeId ?? '', year, subjectId, classId }), { classId }),
      ),
    },
    trail: {
      subject: assignmentsAuditSubject(subjectId),
      changes: meant.map(({ student: { studentId }, assignment }) => ({
        field: studentId,
        before: assignment ? { teacher: assignment.employeeId ?? null } : null,
        after: { teacher: employeeId },
      })),
    },
  });
}

interface Given {
  employeeId: string | null;
  act: string;
}

function newActions({ student, report }: JudgedStudent, wanted: WantedAssignment, act: string): Action[] {
  const { studentId, classId } = student;
  const { subjectId, employeeId, year, term } = wanted;
  const isListed = term !== null && report !== undefined && !report.subjectIds?.includes(subjectId);
  const assignment = createAssignmentAction({
    ...factsCopiedToAssignment(student),
    subjectId,
    ...(employeeId === null ? {} : { employeeId }),
    assignedIn: { act, classId, ...(isListed ? { listedIn: { year, term } } : {}) },
  });
  if (term === null) return [assignment];
  const key = { studentId, year, term };
  if (report) return [assignment, ...(isListed ? [addSubjectToReportAction({ ...key, subjectId }, report)] : [])];
  // A registration since the read would lack the subject.
  return [assignment, notStoredCheck(termReportKey(key))];
}

const teacherAction = (assignment: AssignmentItem, { employeeId, act }: Given): Action =>
  changeAssignedTeacherAction(assignment, { employeeId, assignedIn: { act, classId: assignment.classId } });

/** @throws ValidationError where one of the ids is no student's */
export function refuseUnknownStudents(studentIds: readonly string[], students: readonly { studentId: string }[]): void {
  const known = new Set(students.map(({ studentId }) => studentId));
  const unknown = studentIds.filter((studentId) => !known.has(studentId));
  if (unknown.length > 0) throw new ValidationError({ students: [studentWordings.noSuch(unknown.join(', '))] });
}

/** @throws ValidationError where one of the students cannot be given it, with the reason for each */
export function refuseUnassignableStudents(judged: readonly JudgedStudent[]): void {
  const reasons = judged.flatMap(({ student, assigning }) =>
    assigning.kind === 'refused' ? [`${studentName(student, student.studentId)}: ${assigning.reason}`] : [],
  );
  if (reasons.length > 0) throw new ValidationError({ students: reasons });
}
