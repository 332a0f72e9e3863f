import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { batchesOf, forgetJob, isFollowed, type JobItem, readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { dueStepOf, dueSteps } from './due-steps.ts';
import { requireErasing } from './erasure-preview.ts';
import { dueKey } from './erasures-due.ts';

export const eraseDue = callHandler(studentRegisterContract.eraseDue, {
  handle: async ({ input: { student_ids: given, confirm }, caller, request }) => {
    requireErasing(caller);
    const studentIds = [...new Set(given)];
    if (confirm !== studentIds.length) {
      throw new ValidationError({ confirm: [`These are ${studentIds.length}. Type that number.`] });
    }
    const known = await readJob('erase-due', dueKey);
    // One that is over is another day's; a failed one is gone on with.
    if (known?.state === 'finished' && !isFollowed(known, request.idempotencyKey)) await forgetJob(known);
    const plan = async () => dueSteps(studentIds);
    const job = await runJob({ name: 'erase-due', key: dueKey, plan, caller, request });
    return { ...toProgress(job), ...(await outcomeOf(job)) };
  },
});

/** Who was erased is who was to be, less who was kept: each is judged once more by the run. */
async function outcomeOf(job: JobItem) {
  if (job.state === 'running') return { erased: [], left: [] };
  const batches = await batchesOf(job);
  const left = batches.flatMap(({ remarks }) => remarks);
  const kept = new Set(left.map(({ row }) => row));
  const erased = batches
    .slice(0, job.next)
    .flatMap(({ rows }) => rows.map(dueStepOf))
    .flatMap((step) => (step.kind === 'record' && !kept.has(step.student) ? [step.student] : []));
  return { erased, left: left.map(({ row, text }) => ({ student_id: row === '' ? null : row, text })) };
}
