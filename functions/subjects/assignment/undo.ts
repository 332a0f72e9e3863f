import { nameWithId } from '#shared/people/shared-names.ts';
import { placementWordings } from '#shared/students/wordings.ts';
import { assignmentWordings } from '#shared/subjects/wordings.ts';
import { type ListOfActs, undoableActs } from '#shared/undo/contract.ts';
import { subjectRecordKey } from '../../marks/records/subject-record.ts';
import { removeSubjectFromReportAction, termReportKey } from '../../marks/records/term-report.ts';
import { lessonKey } from '../../people/records/store.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readJob } from '../../platform/jobs/store.ts';
import type { Action, WrittenRecord } from '../../platform/table/action.ts';
import type { WriteAttempt } from '../../platform/table/audit.ts';
import { readItems, readMany } from '../../platform/table/table.ts';
import {
  type AskedList,
  byRecords,
  type ChangeOfKind,
  type RecordsPlan,
  undoableKinds,
} from '../../platform/undo/undo-calls.ts';
import { type LeftRecord, type RecordsUndo, undoRecords } from '../../platform/undo/undo-records.ts';
import { changedSinceError } from '../../platform/undo/undoable-actions.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import type { Term } from '../../school/records/term-locks.ts';
import {
  assignmentGuardAction,
  factsCopiedToAssignment,
  fieldsCopiedToAssignments,
} from '../../students/records/assignment-guard.ts';
import { readStudentNames, studentKey, studentName } from '../../students/records/store.ts';
import { assignmentAsRead, assignmentsAuditSubject } from '../records/assignments.ts';
import {
  type AssigningAct,
  type AssignmentItem,
  StudentSubjectAssignmentEntity,
  SubjectEntity,
  subjectKey,
  subjectUnlessDeleted,
  subjectUseActions,
} from '../records/store.ts';
import { changeListAction, readSubjectList, subjectAuditSubject } from '../records/subject-list.ts';
import { refuseNamesakes } from './save-subject.ts';
import { type UndoableSubjectsChange, undoableStudentSubjects } from './subject-acts.ts';

/** How an assigning is undone, whichever list keeps the act. */
async function planOfAssigned(subjectId: string): Promise<RecordsPlan> {
  const period = await readCurrentPeriod();
  return {
    of: [StudentSubjectAssignmentEntity],
    what: 'these students',
    compared: () => assignmentAsRead,
    whyLeft: (_, stored) => whyOtherClass(stored as AssignmentItem | undefined),
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
  };
}

const tellAssigned = (left: readonly LeftRecord[]): Promise<string[]> =>
  nameLeftStudents(
    left.flatMap(({ record, stored, reason }) => {
      const assignment = stored as AssignmentItem | undefined;
      // A student without the subject is left out of the answer.
      if (!assignment?.assignedIn) return [];
      const why = reason ?? whyOtherClass(assignment) ?? assignmentWordings.otherTeacherSince;
      return [{ studentId: String(record.id.studentId), reason: why }];
    }),
  );

/**
 * Undoes an assigning for every student who is as it left them: a new assignment is deleted, a changed teacher is set
 * back. A repeat resumes where it stopped.
 */
const undoAssigningStudents = byRecords<ChangeOfKind<UndoableSubjectsChange, 'students assigned'>>(
  async ({ details: { subjectId, isBatch }, act }) => {
    if (isBatch && (await readJob('assign-students', act.key))?.state === 'running') {
      throw new ConflictError(assignmentWordings.stillAssigning);
    }
    return planOfAssigned(subjectId);
  },
  tellAssigned,
);

/**
 * The same of an act that another list keeps. Returns what it left, a sentence each.
 * @throws ConflictError where nothing is as the act left it
 */
export async function undoAssigned({
  subjectId,
  ...act
}: Pick<RecordsUndo, 'acts' | 'key' | 'by'> & { subjectId: string }): Promise<string[]> {
  return tellAssigned(await undoRecords({ ...act, ...(await planOfAssigned(subjectId)) }));
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

/**
 * Gives deleted students the subject back, in the classes that they are in today; their teachers where they teach
 * there.
 */
function planOfDeleted(subjectId: string, request: WriteAttempt): RecordsPlan {
  return {
    of: [StudentSubjectAssignmentEntity],
    what: 'these students',
    most: 45,
    placed: [...fieldsCopiedToAssignments, 'classId', 'formLevel', 'employeeId', 'assignedIn'],
    requires: ({ id }) => [
      {
        of: studentKey(String(id.studentId)),
        is: { status: 'current' },
        otherwise: placementWordings.archivedSince,
      },
    ],
    rest: async (back) => {
      const { subject } = await readItems({ subject: subjectKey(subjectId) });
      if (!subjectUnlessDeleted(subject)) throw new ConflictError(assignmentWordings.subjectDeletedSince);
      const { students, teacherOf } = await readPlaces(subjectId, back);
      return {
        changes: [...students.values()].map((student) => assignmentGuardAction(student, request)),
        guards: { subject: subjectUseActions(subjectId, request) },
        place: (record) => {
          const student = students.get(String(record.id.studentId));
          return {
            ...(student && factsCopiedToAssignment(student)),
            employeeId: teacherOf(record),
            assignedIn: undefined,
          };
        },
        trail: {
          subject: assignmentsAuditSubject(subjectId),
          changes: back.map((record) => ({
            field: String(record.id.studentId),
            before: null,
            after: { teacher: teacherOf(record) ?? null },
          })),
        },
      };
    },
    nothingBack: () => new ConflictError(assignmentWordings.allChangedSince),
  };
}

const tellDeleted = (left: readonly LeftRecord[]): Promise<string[]> =>
  nameLeftStudents(
    left.flatMap(({ record, reason }) =>
      reason === undefined ? [] : [{ studentId: String(record.id.studentId), reason }],
    ),
  );

export const undoDeletingStudents = byRecords<ChangeOfKind<UndoableSubjectsChange, 'students deleted'>>(
  ({ details: { subjectId }, by: { request } }) => planOfDeleted(subjectId, request),
  tellDeleted,
);

/**
 * The same of an act that another list keeps. Returns what it left, a sentence each.
 * @throws ConflictError where nothing is as the act left it
 */
export async function undoDeleted({
  subjectId,
  ...act
}: Pick<RecordsUndo, 'acts' | 'key' | 'by'> & { subjectId: string }): Promise<string[]> {
  return tellDeleted(await undoRecords({ ...act, ...planOfDeleted(subjectId, act.by.request) }));
}

/**
 * The students, and the teacher of each where that one teaches the subject in the class of today. Two requests, one
 * after the other.
 */
async function readPlaces(subjectId: string, back: readonly WrittenRecord[]) {
  const year = (await readCurrentPeriod())?.year;
  const found = await readMany(back.map(({ id }) => studentKey(String(id.studentId))));
  const students = new Map(found.map((student) => [student.studentId, student]));
  const lessonOf = ({ id, before }: WrittenRecord) => {
    const classId = students.get(String(id.studentId))?.classId;
    const employeeId = before?.employeeId as string | undefined;
    return employeeId && classId && year !== undefined ? { employeeId, year, subjectId, classId } : undefined;
  };
  const nameOf = ({ employeeId, classId }: { employeeId: string; classId: string }) => `${employeeId} ${classId}`;
  const wanted = new Map(back.flatMap((record) => lessonOf(record) ?? []).map((lesson) => [nameOf(lesson), lesson]));
  const lessons = await readMany([...wanted.values()].map(lessonKey));
  const taught = new Set(lessons.map(nameOf));
  const teacherOf = (record: WrittenRecord): string | undefined => {
    const lesson = lessonOf(record);
    return lesson && taught.has(nameOf(lesson)) ? lesson.employeeId : undefined;
  };
  return { students, teacherOf };
}

async function nameLeftStudents(left: readonly { studentId: string; reason: string }[]): Promise<string[]> {
  const names = await readStudentNames(left.map(({ studentId }) => studentId));
  return left.map(({ studentId, reason }) => {
    const name = names.get(studentId) ?? studentName(undefined, studentId);
    return `${nameWithId({ name, student_id: studentId })}: ${reason}`;
  });
}

export const subjectActs = undoableKinds(
  undoableStudentSubjects,
  {
    openTo: undoableActs['student-subjects'],
    list: ({ input: { place }, request: { now } }: AskedList<ListOfActs<'student-subjects'>>) =>
      undoableStudentSubjects.list({ place, now }),
  },
  {
    /** The subject is listed again, with its id; its names may have been given to another one meanwhile. */
    'subject deleted': {
      undo: byRecords(({ details: { subjectId } }) => ({
        of: [SubjectEntity],
        rest: async () => {
          const list = await readSubjectList();
          const subject = list.subjects.find((one) => one.subjectId === subjectId);
          if (!subject) throw changedSinceError();
          refuseNamesakes(list, subject);
          const { title, abbr } = subject;
          return {
            changes: [changeListAction(list)],
            trail: {
              subject: subjectAuditSubject(subjectId),
              changes: [{ field: 'subject', before: null, after: { title, abbr } }],
            },
          };
        },
        what: 'the subjects',
      })),
    },
    'students assigned': { undo: undoAssigningStudents },
    'students deleted': { undo: undoDeletingStudents },
  },
);
