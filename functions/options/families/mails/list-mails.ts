import { familiesContract } from '#shared/options/families/contract.ts';
import type { MailState } from '#shared/options/families/mail-calls.ts';
import type { MailOccasion } from '#shared/options/families/mail-settings.ts';
import { mailTexts } from '#shared/options/families/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { toRunStatus } from '../../../platform/jobs/run-job.ts';
import { readJob } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireFormLevel, school } from '../../../school/records/school.ts';
import { type FamilyMailItem, isPerhapsSent } from '../records/family-mails.ts';
import { readMailOverview, readMailsOfClass, requireFamilyLetters, toParentAddresses } from './due-mails.ts';
import { findMailJobProblem, mailJobKey } from './mail-job.ts';
import { renderMail } from './render-mail.ts';

/** Those of `readMailOverview`, and the run. */
export const readFamilyMails = callHandler(familiesContract.readFamilyMails, {
  handle: async ({ request: { now } }) => {
    requireFamilyLetters();
    const [{ students, events, due, mails, failed }, run] = await Promise.all([
      readMailOverview(now),
      readJob('send-family-mails', mailJobKey),
    ]);
    const classOf = new Map(students.map(({ studentId, classId }) => [studentId, classId]));
    const mailsByClass = Map.groupBy(mails, ({ studentId }) => classOf.get(studentId));
    const dueByClass = Map.groupBy(due, ({ classId }) => classId);
    const studentsByClass = Map.groupBy(students, ({ classId }) => classId);
    const count = (of: readonly FamilyMailItem[], state: MailState) =>
      of.filter((mail) => stateOfMail(mail, now) === state).length;
    return {
      occasions: events.map(({ occasion, of }) => {
        const waiting = due.filter((mail) => mail.occasion === occasion);
        return { occasion, of, ...countDue(waiting), letter: previewOf(occasion) };
      }),
      classes: school().formClasses.map(({ id, form_level }) => {
        const ofClass = studentsByClass.get(id) ?? [];
        const sent = mailsByClass.get(id) ?? [];
        const isFailed = (address: string) => failed.has(address);
        return {
          class_id: id,
          form_level,
          students: ofClass.length,
          waiting: dueByClass.get(id)?.length ?? 0,
          due: [...Map.groupBy(dueByClass.get(id) ?? [], ({ occasion }) => occasion)].map(([occasion, waiting]) => ({
            occasion,
            ...countDue(waiting),
          })),
          sent: count(sent, 'sent'),
          perhaps: count(sent, 'perhaps not sent'),
          failed: ofClass.filter((student) => toParentAddresses(student).some(isFailed)).length,
          without_address: ofClass.filter((student) => toParentAddresses(student).every(isFailed)).length,
        };
      }),
      run: run ? { ...toRunStatus(run), problem: findMailJobProblem(run) } : null,
    };
  },
});

/** E-mails, and the students whom they are about. */
const countDue = (waiting: readonly { studentId: string }[]) => ({
  waiting: waiting.length,
  students: new Set(waiting.map(({ studentId }) => studentId)).size,
});

/** The letter as families get it, but for the link, which is each family's own. */
function previewOf(occasion: MailOccasion) {
  const needsDate = occasion === 'report posted' && requireFamilyLetters().withLinks;
  const { subject, text } = renderMail(occasion, { address: mailTexts.linkInPreview, needsDate });
  return { subject, text };
}

export const listFamilyMails = callHandler(familiesContract.listFamilyMails, {
  handle: async ({ input: { class_id: classId }, request: { now } }) => {
    requireFamilyLetters();
    requireFormLevel(classId);
    const { students, mails, failed } = await readMailsOfClass(classId, now);
    const byStudent = Map.groupBy(mails, ({ studentId }) => studentId);
    return students
      .map((student) => ({
        student_id: student.studentId,
        name: lastFirst(student),
        addresses: toParentAddresses(student).map((address) => ({ address, failure: failed.get(address) ?? null })),
        mails: (byStudent.get(student.studentId) ?? [])
          .map((mail) => ({
            event: mail.event,
            occasion: mail.occasion,
            address: mail.address,
            state: stateOfMail(mail, now),
            at: mail.failedAt ?? mail.sentAt ?? mail.claimedAt,
          }))
          .sort((a, b) => b.at.localeCompare(a.at)),
      }))
      .sort((a, b) => a.name.localeCompare(b.name) || a.student_id.localeCompare(b.student_id));
  },
});

function stateOfMail(mail: FamilyMailItem, now: Date): MailState {
  if (mail.failure !== undefined) return mail.failure;
  if (mail.state === 'sent') return 'sent';
  return isPerhapsSent(mail, now) ? 'perhaps not sent' : 'sending';
}
