import type { Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { toProgress, toRunStatus } from '../../platform/jobs/run-job.ts';
import { deleteJob, type JobItem, readJobsOfKind } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readCurrentPeriod } from '../records/periods.ts';
import { requireFormLevel } from '../records/school.ts';
import type { Term } from '../records/term-locks.ts';
import { readSkippedStudents } from '../skipped-students.ts';

/** No class has this name. */
const wholeSchool = '*';

const keyOfTerm = ({ year, term }: Term): string => `${year}#${term}#`;

/** Names the registration of a class, or with null of the whole school, among the jobs of its kind. */
export const registrationJobKey = (period: Term, classId: string | null): string =>
  `${keyOfTerm(period)}${classId ?? wholeSchool}`;

/** The term that is registered for. @throws ValidationError before the office has set one, and for an unknown class */
export async function readTermToRegister(classId: string | null): Promise<Term> {
  if (classId !== null) requireFormLevel(classId, 'class_id');
  const period = await readCurrentPeriod();
  if (!period) throw new ValidationError({ term: [termWordings.yearAndTermRequired] });
  return { year: period.year, term: period.term };
}

/** The registrations of a term that are remembered, and the undos. */
export const readRegistrationJobs = (period: Term): Promise<JobItem[]> =>
  readJobsOfKind('register-students', keyOfTerm(period));
export const readRegistrationUndoJobs = (period: Term): Promise<JobItem[]> =>
  readJobsOfKind('undo-registration', keyOfTerm(period));

export async function toRegistrationUndo(job: JobItem): Promise<Output<typeof termsContract.undoRegistration>> {
  return { ...toProgress(job), left: await readSkippedStudents(job) };
}

export const listRegistrationRuns = callHandler(termsContract.listRegistrationRuns, {
  handle: async () => {
    const period = await readCurrentPeriod();
    if (!period) return [];
    const [jobs, undos] = await Promise.all([readRegistrationJobs(period), readRegistrationUndoJobs(period)]);
    return Promise.all(
      jobs.map(async (job) => {
        const undo = undos.find(({ key, input }) => key === job.key && (input as { run: string }).run === job.run);
        const classId = job.key.slice(keyOfTerm(period).length);
        return {
          class_id: classId === wholeSchool ? null : classId,
          run: toRunStatus(job),
          undo: undo ? await toRegistrationUndo(undo) : null,
        };
      }),
    );
  },
});

export const clearFlags = callHandler(termsContract.clearFlags, {
  handle: async ({ input: { class_id: classId } }) => {
    const period = await readCurrentPeriod();
    const jobs = period
      ? (await Promise.all([readRegistrationJobs(period), readRegistrationUndoJobs(period)])).flat()
      : [];
    // The store refuses those that began again in the meantime.
    const isMeant = ({ key }: JobItem) =>
      classId === undefined || (period !== null && key === registrationJobKey(period, classId));
    for (const job of jobs.filter(isMeant)) if (job.state !== 'running') await deleteJob(job);
    return { ok: true as const };
  },
});
