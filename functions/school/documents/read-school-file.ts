import { termsContract } from '#shared/school/contract.ts';
import { schoolFileDays } from '#shared/school/whole-school.ts';
import { signDocumentLink } from '../../platform/files/kept-documents.ts';
import { restartJobIfDead, toRunStatus } from '../../platform/jobs/run-job.ts';
import { type JobItem, readJob } from '../../platform/jobs/store.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import { readSessionCookie } from '../../platform/requests/cookies.ts';
import { requireManageAdmins } from '../../platform/requests/require-manage-admins.ts';
import { school, schoolDay } from '../records/school.ts';
import { keyOfSchoolFile, readSchoolFileMade } from '../whole-school/export-plan.ts';
import { schoolFileJob } from '../whole-school/start-school-file.ts';

export const readSchoolFile = callHandler(termsContract.readSchoolFile, {
  handle: async ({ caller, request }) => {
    requireManageAdmins(caller);
    const job = await readJob(schoolFileJob.name, schoolFileJob.key);
    if (!job) return { run: null, file: null };
    await restartJobIfDead(job, request.now);
    return { run: toRunStatus(job), file: await fileOf(job, request) };
  },
});

async function fileOf(job: JobItem, request: RequestFacts) {
  if (job.state !== 'finished') return null;
  const until = new Date(Date.parse(job.startedAt) + schoolFileDays * 86_400_000);
  const made = request.now < until ? await readSchoolFileMade(job) : undefined;
  if (!made) return null;
  const name = `${school().id} ${schoolDay(new Date(job.startedAt))}.zip`;
  const link = await signDocumentLink(keyOfSchoolFile(job), {
    name,
    type: 'application/zip',
    session: readSessionCookie(request),
  });
  return { link, ...made, until: until.toISOString() };
}
