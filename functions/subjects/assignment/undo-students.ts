import { placementWordings } from '#shared/students/wordings.ts';
import type { LeftStudent } from '#shared/subjects/assignment/contract.ts';
import { assignmentWordings } from '#shared/subjects/wordings.ts';
import { subjectRecordKey } from '../../marks/records/subject-record.ts';
import { removeSubjectFromReportAction, type TermReportItem, termReportKey } from '../../marks/records/term-report.ts';
import { lessonKey } from '../../people/records/store.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { type Action, notStoredCheck } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { AuditFieldChange } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems, readMany } from '../../platform/table/table.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { assignmentGuardAction, factsCopiedToAssignment } from '../../students/records/assignment-guard.ts';
import { readStudentNames, studentKey, studentName } from '../../students/records/store.ts';
import {
  assignmentsAuditSubject,
  changeAssignedTeacherAction,
  createAssignmentAction,
  removeAssignmentAction,
  splitForTransactions,
} from '../records/assignments.ts';
import {
  type AssignmentItem,
  assignmentKey,
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

type Period = { year: number; term: 1 | 2 | 3 } | null;

/**
 * Undoes an assigning for every student who is as it left them: a new assignment is deleted, a changed teacher is set back.
 * A repeat resumes where it stopped.
 */
export async function undoAssigningStudents(
  { subjectId, act, studentIds, isBatch }: StudentSubjectsChangeDetails<'students assigned'>,
  undoing: ActToUndo,
): Promise<LeftStudent[]> {
  if (isBatch && (await readJob('assign-students', act))?.state === 'running') {
    throw new ConflictError(assignmentWordings.stillAssigning);
  }
  const period = await readCurrentPeriod();
  return inPieces({
    ...{ subjectId, pieces: splitForTransactions(studentIds, 3), undoing, isUse: false },
    judge: (piece) => judgeAssigned({ subjectId, act, studentIds: piece, period }),
  });
}

async function judgeAssigned({
  subjectId,
  act,
  studentIds,
  period,
}: {
  subjectId: string;
  act: string;
  studentIds: readonly string[];
  period: Period;
}): Promise<Judged> {
  const recordKeys = period ? studentIds.map((studentId) => subjectRecordKey({ studentId, subjectId, ...period })) : [];
  const reportKeys = period ? studentIds.map((studentId) => termReportKey({ studentId, ...period })) : [];
  const { assignments, records, reports } = await readItems({
    assignments: studentIds.map((studentId) => assignmentKey(studentId, subjectId)),
    records: recordKeys,
    reports: reportKeys,
  });
  const registered = new Map(reports.map((report) => [report.studentId, report]));
  const withMarks = new Set(records.map(({ studentId }) => studentId));
  const judged: Judged = { actions: [], changes: [], left: [] };
  for (const assignment of assignments) {
    const { studentId, assignedIn, classId, employeeId } = assignment;
    // Undone by an earlier attempt, or deleted since.
    if (assignedIn?.act !== act) {
      if (assignedIn) judged.left.push({ studentId, reason: assignmentWordings.otherTeacherSince });
      continue;
    }
    if (assignedIn.classId !== classId) {
      judged.left.push({ studentId, reason: assignmentWordings.classChangedSince(classId) });
      continue;
    }
    const isNew = assignedIn.before === undefined;
    if (isNew && withMarks.has(studentId)) {
      judged.left.push({ studentId, reason: assignmentWordings.marksSince });
      continue;
    }
    const { before = null } = assignedIn;
    judged.actions.push(
      ...(isNew
        ? [
            removeAssignmentAction(assignment),
            ...unlistActions(assignment, registered.get(studentId)),
            ...(period ? [notStoredCheck(subjectRecordKey({ studentId, subjectId, ...period }))] : []),
          ]
        : [changeAssignedTeacherAction(assignment, { employeeId: before, assignedIn: assignedIn.earlier })]),
    );
    judged.changes.push({
      field: studentId,
      before: { teacher: employeeId ?? null },
      after: isNew ? null : { teacher: before },
    });
  }
  return judged;
}

/** Takes the subject off the report that the assigning put it on. */
function unlistActions({ subjectId, assignedIn }: AssignmentItem, report: TermReportItem | undefined): Action[] {
  const { listedIn } = assignedIn ?? {};
  const isIts = report && listedIn?.year === report.year && listedIn.term === report.term;
  return isIts && report.subjectIds?.includes(subjectId)
    ? [removeSubjectFromReportAction({ ...report, subjectId }, report)]
    : [];
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
    ...{ subjectId, pieces: splitForTransactions(studentIds, 2), undoing, isUse: true },
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
  /** Gives the subject to students, so that nobody may have deleted it. */
  isUse: boolean;
}

/** One transaction a piece, each judged again where it was refused; the last one marks the act as undone. */
async function inPieces({ subjectId, pieces, judge, undoing, isUse }: Pieces): Promise<LeftStudent[]> {
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
                guards: { subject: isUse && actions.length > 0 ? subjectUseActions(subjectId, request) : [] },
                trail: { subject: assignmentsAuditSubject(subjectId), changes },
              });
        if (isRefused(outcome)) return 'refused';
        left.push(...judged.left);
        return undefined;
      },
      what: 'these students',
    });
  }
  const names = await readStudentNames(left.map(({ studentId }) => studentId));
  return left.map(({ studentId, reason }) => ({
    student_id: studentId,
    name: names.get(studentId) ?? studentName(undefined, studentId),
    reason,
  }));
}
