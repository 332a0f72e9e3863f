import { placementWordings } from '#shared/students/wordings.ts';
import type { LeftStudent } from '#shared/subjects/assignment/contract.ts';
import { assignmentWordings } from '#shared/subjects/wordings.ts';
import { subjectRecordKey } from '../../marks/records/subject-record.ts';
import { removeSubjectFromReportAction, termReportKey } from '../../marks/records/term-report.ts';
import { lessonKey } from '../../people/records/store.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readJob } from '../../platform/jobs/store.ts';
import type { Action, WrittenRecord } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { AuditFieldChange } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems, readMany } from '../../platform/table/table.ts';
import { undoRecords } from '../../platform/undo/undo-records.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { assignmentGuardAction, factsCopiedToAssignment } from '../../students/records/assignment-guard.ts';
import { readStudentNames, studentKey, studentName } from '../../students/records/store.ts';
import {
  assignmentAsRead,
  assignmentsAuditSubject,
  createAssignmentAction,
  splitForTransactions,
} from '../records/assignments.ts';
import {
  type AssigningAct,
  type AssignmentItem,
  assignmentKey,
  StudentSubjectAssignmentEntity,
  subjectKey,
  subjectUnlessDeleted,
  subjectUseActions,
} from '../records/store.ts';
import { type ActToUndo, type StudentSubjectsChangeDetails, undoableStudentSubjects } from './undoable-changes.ts';

/** The undo of a piece: its writes, and the students that it skips. */
interface Judged {
  actions: Action[];
  changes: AuditFieldChange[];
  left: { studentId: string; reason: string }[];
}

/**
 * Undoes an assigning for every student who is as it left them: a new assignment is deleted, a changed teacher is set back.
 * A repeat resumes where it stopped.
 */
export async function undoAssigningStudents(
  { subjectId, isBatch }: StudentSubjectsChangeDetails<'students assigned'>,
  { action, caller, request }: ActToUndo,
): Promise<LeftStudent[]> {
  if (isBatch && (await readJob('assign-students', action.key))?.state === 'running') {
    throw new ConflictError(assignmentWordings.stillAssigning);
  }
  const period = await readCurrentPeriod();
  const left = await undoRecords({
    ...{ acts: undoableStudentSubjects, key: action.key, of: [StudentSubjectAssignmentEntity] },
    ...{ by: caller, under: request, what: 'these students' },
    compared: () => assignmentAsRead,
    mayGoBack: (_, stored) => whyOtherClass(stored as AssignmentItem | undefined),
    requires: ({ id, before }) => {
      if (before !== null || !period) return [];
      const of = subjectRecordKey({ studentId: String(id.studentId), subjectId, ...period });
      return [{ of, is: null, otherwise: assignmentWordings.marksSince }];
    },
    rest: async (back) => ({
      changes: period ? await unlistActions(back, period) : [],
      trail: {
        subject: assignmentsAuditSubject(subjectId),
        changes: back.map(({ id, before, after }) => ({
          field: String(id.studentId),
          before: { teacher: after?.employeeId ?? null },
          after: before && { teacher: before.employeeId ?? null },
        })),
      },
    }),
    nothingBack: () => new ConflictError(assignmentWordings.allChangedSince),
  });
  return nameLeftStudents(
    left.flatMap(({ record, stored, reason }) => {
      const assignment = stored as AssignmentItem | undefined;
      // A student without the subject is left out of the answer.
      if (!assignment?.assignedIn) return [];
      const why = reason ?? whyOtherClass(assignment) ?? assignmentWordings.otherTeacherSince;
      return [{ studentId: String(record.id.studentId), reason: why }];
    }),
  );
}

const whyOtherClass = (assignment: AssignmentItem | undefined): string | undefined =>
  assignment?.assignedIn && assignment.assignedIn.classId !== assignment.classId
    ? assignmentWordings.classChangedSince(assignment.classId)
    : undefined;

/** Takes the subject off the reports that the assigning put it on. One request for each hundred. */
async function unlistActions(back: readonly WrittenRecord[], period: Term): Promise<Action[]> {
  const isOfTerm = ({ listedIn }: AssigningAct) => listedIn?.year === period.year && listedIn.term === period.term;
  const given = back.map(({ id, after }) => ({ ...id, ...after }) as unknown as AssignmentItem);
  const listed = given.filter(({ assignedIn }) => assignedIn && isOfTerm(assignedIn));
  const reports = await readMany(listed.map(({ studentId }) => termReportKey({ studentId, ...period })));
  const subjectId = given[0]?.subjectId ?? '';
  return reports
    .filter((report) => report.subjectIds?.includes(subjectId))
    .map((report) => removeSubjectFromReportAction({ ...report, subjectId }, report));
}

/** Gives deleted students the subject back, in the classes that they are in today; their teachers where they teach there. */
export async function undoDeletingStudents(
  { subjectId, assignments }: StudentSubjectsChangeDetails<'students deleted'>,
  undoing: ActToUndo,
): Promise<LeftStudent[]> {
  const { subject } = await readItems({ subject: subjectKey(subjectId) });
  if (!subjectUnlessDeleted(subject)) throw new ConflictError(assignmentWordings.subjectDeletedSince);
  const year = (await readCurrentPeriod())?.year;
  const teachers = new Map(assignments.map(({ studentId, employeeId }) => [studentId, employeeId]));
  const studentIds = assignments.map(({ studentId }) => studentId);
  return inPieces({
    ...{ subjectId, pieces: splitForTransactions(studentIds, 2), undoing },
    judge: async (piece) => {
      const { students, taken } = await readItems({
        students: piece.map(studentKey),
        taken: piece.map((studentId) => assignmentKey(studentId, subjectId)),
      });
      const isTaken = new Set(taken.map(({ studentId }) => studentId));
      const judged: Judged = { actions: [], changes: [], left: [] };
      const wanted = students.flatMap(({ studentId, classId }) => {
        const employeeId = teachers.get(studentId);
        return employeeId === undefined || year === undefined ? [] : [{ employeeId, year, subjectId, classId }];
      });
      const unique = new Map(wanted.map((lesson) => [`${lesson.employeeId} ${lesson.classId}`, lesson]));
      const lessons = unique.size > 0 ? await readMany([...unique.values()].map(lessonKey)) : [];
      for (const student of students) {
        const { studentId, classId } = student;
        // Given it again since, or by an attempt before.
        if (isTaken.has(studentId)) continue;
        if (student.status === 'archived') {
          judged.left.push({ studentId, reason: placementWordings.archivedSince });
          continue;
        }
        const employeeId = teachers.get(studentId);
        const isTaught = lessons.some((lesson) => lesson.employeeId === employeeId && lesson.classId === classId);
        const teacher = isTaught && employeeId !== undefined ? { employeeId } : {};
        judged.actions.push(
          assignmentGuardAction(student, undoing.request),
          createAssignmentAction({ ...factsCopiedToAssignment(student), subjectId, ...teacher }),
        );
        judged.changes.push({ field: studentId, before: null, after: { teacher: teacher.employeeId ?? null } });
      }
      return judged;
    },
  });
}

interface Pieces {
  subjectId: string;
  pieces: readonly (readonly string[])[];
  judge: (studentIds: readonly string[]) => Promise<Judged>;
  undoing: ActToUndo;
}

/** One transaction a piece, each judged again where it was refused; the last one marks the act as undone. */
async function inPieces({ subjectId, pieces, judge, undoing }: Pieces): Promise<LeftStudent[]> {
  const { action, caller, request } = undoing;
  const left: Judged['left'] = [];
  const total = pieces.flat().length;
  const undone: Action = undoableStudentSubjects.undone(action, request);
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    await retryRefused({
      read: async () => ({
        judged: await judge(piece),
        ...(await readItems({ now: undoableStudentSubjects.key(action.key) })),
      }),
      attempt: async ({ judged, now }): Promise<undefined | 'refused'> => {
        if (now && undoableStudentSubjects.wasUndone(now, request)) return undefined;
        const { actions, changes } = judged;
        if (isLast && left.length + judged.left.length === total) {
          throw new ConflictError(assignmentWordings.allChangedSince);
        }
        const outcome =
          actions.length === 0 && !isLast
            ? 'written'
            : await commit({
                by: caller,
                under: { now: request.now, idempotencyKey: `${request.idempotencyKey}/${index}` },
                changes: [...actions, ...(isLast ? [undone] : [])],
                guards: { subject: actions.length > 0 ? subjectUseActions(subjectId, request) : [] },
                trail: { subject: assignmentsAuditSubject(subjectId), changes },
              });
        if (isRefused(outcome)) return 'refused';
        left.push(...judged.left);
        return undefined;
      },
      what: 'these students',
    });
  }
  return nameLeftStudents(left);
}

async function nameLeftStudents(left: Judged['left']): Promise<LeftStudent[]> {
  const names = await readStudentNames(left.map(({ studentId }) => studentId));
  return left.map(({ studentId, reason }) => ({
    student_id: studentId,
    name: names.get(studentId) ?? studentName(undefined, studentId),
    reason,
  }));
}
