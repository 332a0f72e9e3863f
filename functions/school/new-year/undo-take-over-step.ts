import { lastFirst, nameWithId, nameWithNumber } from '#shared/people/shared-names.ts';
import { newYearWordings } from '#shared/school/wordings.ts';
import { countStudentsWithMarks } from '../../marks/records/students-with-marks.ts';
import { employeeKey, readLessonsOfTeacher } from '../../people/records/store.ts';
import { listTeacherPostsOfKind, readFormTeachers, writeClassPosts } from '../../people/records/write-class-posts.ts';
import { writeLessons } from '../../people/records/write-lessons.ts';
import type { JobItem, JobRemark } from '../../platform/jobs/store.ts';
import { type Action, executeActionIf } from '../../platform/table/action.ts';
import { type ActOutcome, isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { assignmentGuardAction } from '../../students/records/assignment-guard.ts';
import { studentAuditSubject, studentKey } from '../../students/records/store.ts';
import {
  listAssignmentsOfStudent,
  readSubjectNamesById,
  StudentSubjectAssignmentEntity,
  subjectUseActions,
} from '../../subjects/records/store.ts';
import {
  authorAndAttemptOfJob,
  removeTakenOverRecordAction,
  type TakenOverDetails,
  type TakenOverItem,
  takenOverKey,
} from './taken-over.ts';

interface Undoing {
  taken: TakenOverItem;
  job: JobItem;
  year: number;
}
type Details<K extends TakenOverDetails['kind']> = Extract<TakenOverDetails, { kind: K }>;

/** Undoes one step of a take-over, once, with a remark for everything that was changed since and stays. */
export function undoTakeOverStep(taken: TakenOverItem, { job, year }: Omit<Undoing, 'taken'>): Promise<JobRemark[]> {
  const undoing = { taken, job, year };
  return retryRefused({
    read: () => readItems({ still: takenOverKey(taken.run, taken.about) }),
    attempt: async ({ still }) => {
      if (!still) return [];
      const { outcome, remarks } = await undo(taken.details, undoing);
      return isRefused(outcome) ? outcome : remarks;
    },
    what: 'this teacher or student',
  });
}

function undo(details: TakenOverDetails, undoing: Undoing): Promise<{ outcome: ActOutcome; remarks: JobRemark[] }> {
  switch (details.kind) {
    case 'lessons':
      return removeLessons(details, undoing);
    case 'posts':
      return removePosts(details, undoing);
    case 'subjects':
      return giveSubjectsBack(details, undoing);
  }
}

/** A lesson with marks stays, with a remark. One that was deleted or handed over since is ignored. */
async function removeLessons({ employeeId, taught }: Details<'lessons'>, { taken, job, year }: Undoing) {
  const [{ employee }, present] = await Promise.all([
    readItems({ employee: employeeKey(employeeId) }),
    readLessonsOfTeacher(employeeId, year),
  ]);
  const has = new Set(present.map(({ subjectId, classId }) => `${subjectId} ${classId}`));
  const here = taught.filter(({ subjectId, classId }) => has.has(`${subjectId} ${classId}`));
  const marked = await Promise.all(
    here.map(({ subjectId, classId }) => countStudentsWithMarks({ year, subjectId, classIds: [classId] })),
  );
  const removed = here.filter((_, index) => marked[index] === 0);
  const name = employee ? nameWithNumber(employee) : employeeId;
  const remarks = here
    .filter((_, index) => marked[index] !== 0)
    .map(({ subjectId, classId }) => ({ row: name, text: newYearWordings.hasMarks(subjectId, classId) }));
  const outcome = await writeLessons({
    teacher: employee ?? { employeeId, teacherNum: 0 },
    year,
    added: [],
    removed,
    along: [removeTakenOverRecordAction(taken)],
    by: authorAndAttemptOfJob(job, taken.about),
  });
  return { outcome, remarks };
}

async function removePosts({ employeeId, as, classIds }: Details<'posts'>, { taken, job, year }: Undoing) {
  const [{ employee }, present] = await Promise.all([
    readItems({ employee: employeeKey(employeeId) }),
    listTeacherPostsOfKind({ employeeId, year, as }),
  ]);
  const has = new Set(present.map(({ classId }) => classId));
  const removed = classIds.filter((classId) => has.has(classId));
  const teacher = employee ?? { employeeId, teacherNum: 0, firstName: '', lastName: '' };
  const holders = as === 'form teacher' ? await readFormTeachers(removed, year) : undefined;
  const outcome = await writeClassPosts(
    { teacher, year, as },
    { added: [], removed, holders, along: [removeTakenOverRecordAction(taken)] },
    authorAndAttemptOfJob(job, taken.about),
  );
  return { outcome, remarks: [] };
}

/** Subjects that the student has taken again since, or with a new teacher, stay as they are. */
async function giveSubjectsBack(details: Details<'subjects'>, { taken, job }: Undoing) {
  const { studentId, classId, ended, teachers } = details;
  const [{ student }, present, subjects] = await Promise.all([
    readItems({ student: studentKey(studentId) }),
    listAssignmentsOfStudent(studentId),
    readSubjectNamesById(),
  ]);
  const { caller, request } = authorAndAttemptOfJob(job, taken.about);
  if (student?.status !== 'current' || student.classId !== classId) {
    const row = student ? nameWithId({ name: lastFirst(student), student_id: studentId }) : studentId;
    const isRemoved = await executeActionIf(removeTakenOverRecordAction(taken));
    const outcome = isRemoved ? ('written' as const) : ('done' as const);
    return { outcome, remarks: [{ row, text: newYearWordings.leftClass(classId) }] };
  }
  const takes = new Map(present.map((one) => [one.subjectId, one]));
  const missing = ended.filter(({ subjectId }) => !takes.has(subjectId));
  const back = missing.filter(({ subjectId }) => subjects.has(subjectId));
  const { firstName, lastName, picture } = student;
  const taught = teachers.filter(({ subjectId }) => {
    const one = takes.get(subjectId);
    return one !== undefined && one.employeeId === undefined;
  });
  const outcome = await commit({
    by: { caller, request },
    changes: [
      ...back.map(
        (one): Action =>
          StudentSubjectAssignmentEntity.create({ ...one, firstName, lastName, ...(picture ? { picture } : {}) }),
      ),
      ...taught.map(({ subjectId, employeeId }) =>
        StudentSubjectAssignmentEntity.update(
          { studentId, subjectId },
          { set: { employeeId }, where: { employeeId: null } },
        ),
      ),
      removeTakenOverRecordAction(taken),
    ],
    guards: {
      student: [assignmentGuardAction(student, request)],
      subject: back.flatMap(({ subjectId }) => subjectUseActions(subjectId, request)),
    },
    trail: {
      subject: studentAuditSubject(studentId),
      changes: [
        ...back.map((one) => ({ field: `takes ${one.subjectId}`, before: null, after: one })),
        ...taught.map(({ subjectId, employeeId }) => ({
          field: `teacher of ${subjectId}`,
          before: null,
          after: employeeId,
        })),
      ],
    },
  });
  const remarks = missing
    .filter((one) => !back.includes(one))
    .map(({ subjectId }) => ({
      row: nameWithId({ name: lastFirst(student), student_id: studentId }),
      text: newYearWordings.subjectGone(subjectId),
    }));
  return { outcome, remarks };
}
