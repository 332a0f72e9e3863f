import { setTimeout as wait } from 'node:timers/promises';
import type { JobStep } from '#shared/jobs.ts';
import type { MailOccasion } from '#shared/options/families/mail-settings.ts';
import { authorOfJob, type JobItem, jobKey } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { logger } from '../../../platform/log.ts';
import { AddressRefusedError, MailStoppedError, sendMail } from '../../../platform/mail/send-mail.ts';
import { readItems } from '../../../platform/table/table.ts';
import { requireAddressOfSite } from '../../../school/records/school.ts';
import { studentKey } from '../../../students/records/store.ts';
import { isStillWithoutReason } from '../mails/absence-events.ts';
import { type MailStudent, requireFamilyLetters, toParentAddresses } from '../mails/due-mails.ts';
import { parseMailRow } from '../mails/mail-job.ts';
import { isStillSentBack, readAnnouncedPosting } from '../mails/office-events.ts';
import { type MailLink, renderMail, toSender } from '../mails/render-mail.ts';
import {
  claimMail,
  listFailedAddresses,
  noteMailFailed,
  noteMailSent,
  readClaimedMail,
  type StudentEvent,
  unclaimMail,
} from '../records/family-mails.ts';
import { makeReportLinks } from '../records/report-links.ts';

/**
 * Sends the e-mails of a batch one after another, slower than SES allows. Before each it looks again whether the run
 * was stopped, and whether the event still holds: a report that was unposted since is not announced. A repeated batch
 * passes over what was claimed.
 */
export const sendFamilyMailsWorker: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const failed = await listFailedAddresses();
    for (const row of rows) {
      const subject = parseMailRow(row);
      const { now: stored, student } = await readItems({
        now: jobKey(job.name, job.key),
        student: studentKey(subject.studentId),
      });
      if (stored?.run !== job.run || stored.attempt !== job.attempt || stored.state !== 'running') break;
      if (student?.status !== 'current') continue;
      const addresses = toParentAddresses(student).filter((address) => !failed.has(address));
      if (addresses.length === 0) continue;
      const link = await linkOf(subject, { student, job });
      if (link) for (const address of addresses) await sendOnce({ ...subject, address }, link);
    }
    return {};
  },
};

/** Milliseconds from the beginning of one e-mail to that of the next. */
const interval = () => 1000 / requireFamilyLetters().perSecond;

/**
 * Sends an e-mail that nobody has claimed. What ends between claim and note, be it the process or the connection to
 * SES, leaves the claim: the office is shown it as perhaps not sent, and may send it again.
 */
async function sendOnce(of: StudentEvent & { address: string }, link: MailLink): Promise<void> {
  const begun = Date.now();
  const mail = await claimMail(of, new Date());
  if (!mail) return;
  const { from } = requireFamilyLetters();
  try {
    const messageId = await sendMail({
      from: toSender(from),
      to: of.address,
      claim: mail.claim,
      ...renderMail(of.occasion, link),
    });
    await noteMailSent(mail, { messageId, now: new Date() });
  } catch (error) {
    if (error instanceof AddressRefusedError) await noteMailFailed(mail, { failure: 'refused', now: new Date() });
    else {
      if (error instanceof MailStoppedError) await unclaimMail(mail);
      throw error;
    }
  }
  await wait(Math.max(0, interval() - (Date.now() - begun)));
}

type LinkReader = (of: StudentEvent, context: { job: JobItem; student: MailStudent }) => Promise<MailLink | undefined>;

/** The link of an e-mail; undefined where its event is over. */
const linkReaders: Record<MailOccasion, LinkReader> = {
  'report posted': async ({ event, studentId }, { job }) => {
    const now = new Date();
    const posting = await readAnnouncedPosting(event, now);
    if (!posting) return undefined;
    if (!requireFamilyLetters().withLinks) return entrance();
    const links = await makeReportLinks([studentId], {
      posting,
      by: { caller: authorOfJob(job), request: { now, idempotencyKey: `${job.run}-${studentId}` } },
    });
    const address = links.get(studentId)?.address;
    return address === undefined ? entrance() : { address, needsDate: true };
  },
  'absence without a reason': async ({ event, studentId }) =>
    (await isStillWithoutReason(event, studentId, new Date())) ? entrance() : undefined,
  'registration sent back': async ({ event, studentId }) =>
    (await isStillSentBack(event, studentId)) ? entrance() : undefined,
};
const linkOf: LinkReader = (of, context) => linkReaders[of.occasion](of, context);

const entrance = (): MailLink => ({ address: `${requireAddressOfSite()}/student`, needsDate: false });

/**
 * Notes a bounce or complaint, which EventBridge reports with the claim. An address that fails gets nothing more until
 * it is changed.
 */
export async function noteFailedMail({ event }: JobStep): Promise<void> {
  const mail = await readClaimedMail(event?.claim ?? '');
  if (!mail) {
    // Of another part of the account, or released since.
    logger.warn('failed e-mail unknown');
    return;
  }
  const failure = event?.type === 'Complaint' ? 'complained' : 'bounced';
  logger.warn('e-mail failed', { failure, occasion: mail.occasion });
  await noteMailFailed(mail, { failure, now: new Date() });
}
