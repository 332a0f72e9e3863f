import { familiesContract } from '#shared/options/families/contract.ts';
import { familyJob } from '#shared/options/families/jobs.ts';
import { mailRefusals } from '#shared/options/families/wordings.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { deleteJob, endJob, isRunFollowedBy, type JobItem, readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { isChangeDone } from '../../../platform/table/audit.ts';
import { splitIntoPieces } from '../../../platform/table/table.ts';
import { requireAddressOfSite } from '../../../school/records/school.ts';
import { isPerhapsSent, mailAuditSubject, mailKey, releaseMail } from '../records/family-mails.ts';
import { readMailOverview, requireFamilyLetters } from './due-mails.ts';
import { findMailJobProblem, mailJobKey, stoppedByOffice, toMailRow } from './mail-job.ts';

/** Students of a step at one e-mail a second: at three addresses each it takes less than the minute of a step. */
const studentsPerStep = 15;

/** The trail of what was sent for many students. */
const auditSubject = 'family-mails';

export const sendFamilyMails = callHandler(familiesContract.sendFamilyMails, {
  handle: async ({ input: { expected, occasions, class_ids }, caller, request }) => {
    requireFamilyLetters();
    requireAddressOfSite();
    const job = await readJob('send-family-mails', mailJobKey);
    // The page that began a run polls under its key until the run is over, and receives its end.
    if (job && job.state !== 'running' && isRunFollowedBy(job, request.idempotencyKey)) return answerOf(job);
    // What is due follows from what was sent: a run that ended early is not resumed, another one is planned.
    if (job && job.state !== 'running') await deleteJob(job);
    const plan = async () => {
      const overview = await readMailOverview(request.now);
      const due = overview.due.filter(
        ({ occasion, classId }) => occasions.includes(occasion) && (class_ids === null || class_ids.includes(classId)),
      );
      if (due.length !== expected) throw new ConflictError(mailRefusals.changed(due.length));
      const changes = [{ field: 'e-mails to parents', before: null, after: due.length }];
      await commit({
        by: { caller, request },
        changes: [],
        trail: { subject: auditSubject, changes },
        logKind: 'students',
      });
      return splitIntoPieces([...new Set(due.map(toMailRow))], studentsPerStep);
    };
    const input = {};
    return answerOf(
      await runJob({ ...familyJob('send-family-mails'), key: mailJobKey, input, plan, by: { caller, request } }),
    );
  },
});

const answerOf = (job: JobItem) => ({ ...toProgress(job), problem: findMailJobProblem(job) });

export const stopFamilyMails = callHandler(familiesContract.stopFamilyMails, {
  handle: async ({ caller, request }) => {
    requireFamilyLetters();
    if (await isChangeDone(auditSubject, request.idempotencyKey)) return { ok: true as const };
    const job = await readJob('send-family-mails', mailJobKey);
    const isEnded = job && (await endJob(job, { error: stoppedByOffice, now: request.now }));
    if (!isEnded) throw new ConflictError(mailRefusals.notRunning);
    const changes = [{ field: 'e-mails to parents', before: job.total, after: null }];
    await commit({
      by: { caller, request },
      changes: [],
      trail: { subject: auditSubject, changes },
      logKind: 'students',
    });
    return { ok: true as const };
  },
});

export const repeatFamilyMail = callHandler(familiesContract.repeatFamilyMail, {
  prefetch: ({ student_id: studentId, event, address }) => ({ mail: mailKey({ studentId, event, address }) }),
  handle: async ({ input: { student_id: studentId }, found, caller, request }) => {
    requireFamilyLetters();
    const { mail } = found;
    const isReleased =
      mail && isPerhapsSent(mail, request.now) && !isRefused(await releaseMail(mail, { caller, request }));
    if (isReleased || (await isChangeDone(mailAuditSubject(studentId), request.idempotencyKey)))
      return { ok: true as const };
    throw new ConflictError(mailRefusals.notPerhaps);
  },
});
