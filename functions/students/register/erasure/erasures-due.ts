import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { maxErasedAtOnce } from '#shared/students/register/erasure-calls.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { runJob, toProgress, toRunStatus } from '../../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, type JobItem, readBatches, readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { StudentEntity, studentName } from '../../records/store.ts';
import { requireErasePermission } from './erasure-preview.ts';
import { parseEraseDueStep, planEraseDueSteps } from './erasure-steps.ts';
import { hasRetentionEnded, readFirstErasableDay } from './why-not-erased.ts';

/** Key of the school's only run. */
const dueKey = 'due';

export const listErasuresDue = callHandler(studentRegisterContract.listErasuresDue, {
  handle: async ({ caller, request: { now } }) => {
    requireErasePermission(caller);
    const [archived, run] = await Promise.all([
      StudentEntity.queryBy('all', { status: 'archived' }),
      readJob('erase-due', dueKey),
    ]);
    const over = archived
      .flatMap(({ date_of_leaving: left, ...student }) =>
        left !== undefined && hasRetentionEnded(left, now) ? [{ ...student, left }] : [],
      )
      .sort((a, b) => `${a.left} ${a.studentId}`.localeCompare(`${b.left} ${b.studentId}`));
    const today = schoolDay(now);
    const due: typeof over = [];
    let changedLately = 0;
    let looked = 0;
    while (looked < over.length && due.length < maxErasedAtOnce) {
      const some = over.slice(looked, looked + maxErasedAtOnce - due.length);
      looked += some.length;
      const quiet = await inParallel(some, { atOnce: 10, does: ({ studentId }) => readFirstErasableDay(studentId) });
      const isQuiet = (index: number) => (quiet[index] ?? '') <= today;
      due.push(...some.filter((_, index) => isQuiet(index)));
      changedLately += some.filter((_, index) => !isQuiet(index)).length;
    }
    return {
      years: school().retentionYears,
      students: due.map((student) => ({
        student_id: student.studentId,
        name: studentName(student, student.studentId),
        class_id: student.classId,
        date_of_leaving: student.left,
      })),
      more: over.length - looked,
      changed_lately: changedLately,
      undated: archived.filter(({ date_of_leaving: left }) => left === undefined).length,
      run: run ? toRunStatus(run) : null,
    };
  },
});

export const eraseStudentsDue = callHandler(studentRegisterContract.eraseStudentsDue, {
  handle: async ({ input: { student_ids: given, confirm }, caller, request }) => {
    requireErasePermission(caller);
    const studentIds = [...new Set(given)];
    if (confirm !== studentIds.length) {
      throw new ValidationError({ confirm: [recordWordings.typeTheNumber(studentIds.length)] });
    }
    const known = await readJob('erase-due', dueKey);
    // A finished run is an earlier one; a failed one is resumed.
    if (known?.state === 'finished' && !isRunFollowedBy(known, request.idempotencyKey)) await deleteJob(known);
    const plan = async () => planEraseDueSteps(studentIds);
    const job = await runJob({ name: 'erase-due', key: dueKey, plan, by: { caller, request } });
    return { ...toProgress(job), ...(await outcomeOf(job)) };
  },
});

/** The erased students are the planned ones less those that were kept: the run judges each again. */
async function outcomeOf(job: JobItem) {
  if (job.state === 'running') return { erased: [], left: [] };
  const batches = await readBatches(job);
  const left = batches.flatMap(({ remarks }) => remarks);
  const kept = new Set(left.map(({ row }) => row));
  const erased = batches
    .slice(0, job.next)
    .flatMap(({ rows }) => rows.map(parseEraseDueStep))
    .flatMap((step) => (step.kind === 'record' && !kept.has(step.student) ? [step.student] : []));
  return { erased, left: left.map(({ row, text }) => ({ student_id: row === '' ? null : row, text })) };
}
