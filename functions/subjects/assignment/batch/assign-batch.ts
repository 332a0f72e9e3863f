import { pluralize } from '#shared/pluralize.ts';
import { classWordings } from '#shared/school/wordings.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { assignmentWordings, noSuchSubject } from '#shared/subjects/wordings.ts';
import { employeeKey } from '../../../people/records/store.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { type JobItem, readJob, readRemarks } from '../../../platform/jobs/store.ts';
import { type CallContext, callHandler } from '../../../platform/requests/call-handler.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { readItems } from '../../../platform/table/table.ts';
import { currentPeriodKey } from '../../../school/records/periods.ts';
import { formLevelOfClass } from '../../../school/records/school.ts';
import { findTermClosure, termLocksKey } from '../../../school/records/term-locks.ts';
import { readStudentNames } from '../../../students/records/store.ts';
import { assignmentsAuditSubject } from '../../records/assignments.ts';
import { subjectKey, subjectUnlessDeleted } from '../../records/store.ts';
import { classesOfLevel, listClassesTaught, requireLevelOfSubject } from '../assigning/lessons-of-subject.ts';
import {
  actionsPerStudent,
  fixedActionCount,
  refuseUnassignableStudents,
  refuseUnknownStudents,
} from '../assigning/write-assigning.ts';
import { undoableStudentSubjects } from '../subject-acts.ts';
import { type BatchInput, judgeBatchStudents } from './judge-students.ts';

type Row = typeof studentSubjectsContract.assignBatch;
type Context = Omit<CallContext<Row, Record<never, never>>, 'found'>;

const name = 'assign-students';

export const assignBatch = callHandler(studentSubjectsContract.assignBatch, {
  handle: async (context) => {
    const { caller, request } = context;
    const key = request.idempotencyKey;
    const isKnown = (await readJob(name, key)) !== undefined;
    const { input, batches } = isKnown ? { input: undefined, batches: [] } : await prepare(context);
    const job = await runJob({ name, key, input, plan: async () => batches, by: { caller, request } });
    const left = job.state === 'running' ? [] : await leftOf(job);
    return {
      ...toProgress(job),
      assigned: job.processed - left.length,
      undo: job.total === 0 ? null : key,
      left,
    };
  },
});

/** Plans the run by what is stored now, and stores the undoable action before the run begins. */
async function prepare(context: Context): Promise<{ input: BatchInput; batches: string[][] }> {
  const { caller, request } = context;
  const { students: studentIds, subject_id: subjectId, employee_id: employeeId } = context.input;
  const { form_level: formLevel, class_id: classId } = context.input;
  if (classesOfLevel(formLevel).length === 0)
    throw new ValidationError({ form_level: [assignmentWordings.noSuchLevel] });
  if (classId !== null && formLevelOfClass(classId) !== formLevel) {
    throw new ValidationError({ class_id: [classWordings.ofOtherLevel(classId)] });
  }
  const { subject, current, register, teacher } = await readItems({
    subject: subjectKey(subjectId),
    current: currentPeriodKey(),
    register: termLocksKey(),
    teacher: employeeId === null ? [] : [employeeKey(employeeId)],
  });
  if (!subjectUnlessDeleted(subject)) throw new ValidationError({ subject_id: [noSuchSubject] });
  const title = subject?.title ?? subjectId;
  const year = current?.year ?? 0;
  const taughtIn = await listClassesTaught({ employeeId, teacher: teacher[0], subjectId, year });
  const act = request.idempotencyKey;
  // The report of a closed term stays as it is.
  const term = current && !findTermClosure(register, current) ? current.term : null;
  const input: BatchInput = { subjectId, employeeId, year, term, taughtIn, formLevel, classId, act };
  const { students, judged } = await judgeBatchStudents(studentIds, input);
  refuseUnknownStudents(studentIds, students);
  refuseUnassignableStudents(judged);
  await requireLevelOfSubject({ subjectId, title, year }, formLevel);
  const meant = judged.filter(({ assigning }) => assigning.kind !== 'unchanged').map(({ student }) => student);
  if (meant.length === 0) return { input, batches: [] };
  const ids = meant.map(({ studentId }) => studentId);
  await commit({
    by: { caller, request },
    changes: [],
    undo: undoableStudentSubjects.keep({
      change: { kind: 'students assigned', details: { subjectId, students: ids.length, isBatch: true } },
      what: `${title}: ${pluralize(ids.length, 'student')} assigned as a batch`,
      // Each batch keeps what it writes.
      place: 'students',
    }),
    trail: {
      subject: assignmentsAuditSubject(subjectId),
      changes: [{ field: 'batch', before: null, after: { teacher: employeeId, students: ids } }],
    },
  });
  return { input, batches: batchStudentsToAssign(meant, { hasTeacher: employeeId !== null }) };
}

async function leftOf(job: JobItem) {
  const remarks = await readRemarks(job);
  const names = remarks.length > 0 ? await readStudentNames(remarks.map(({ row }) => row)) : new Map<string, string>();
  return remarks.map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text }));
}

/** What a transaction takes at most, without the check that the term is open; one read takes as many keys. */
const maximum = 99;

/**
 * Students in the order of their classes, in batches of one transaction each: three actions for each student, one for
 * each class of the batch where a lesson is a condition, and what each transaction has besides.
 */
export function batchStudentsToAssign(
  students: readonly { studentId: string; classId: string }[],
  { hasTeacher }: { hasTeacher: boolean },
): string[][] {
  const batches: string[][] = [];
  const inOrder = [...students].sort(
    (a, b) => a.classId.localeCompare(b.classId) || a.studentId.localeCompare(b.studentId),
  );
  let free = 0;
  let lastClass: string | undefined;
  for (const { studentId, classId } of inOrder) {
    const own = actionsPerStudent + (hasTeacher && classId !== lastClass ? 1 : 0);
    if (own > free) {
      batches.push([]);
      free = maximum - fixedActionCount - (hasTeacher ? 1 : 0) - actionsPerStudent;
    } else free -= own;
    lastClass = classId;
    batches.at(-1)?.push(studentId);
  }
  return batches;
}
