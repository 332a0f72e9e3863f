import { keyIn } from '#shared/http/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { fileLink, keepFile } from '../../../platform/files/uploads.ts';
import { hashOf, newSecret } from '../../../platform/identity/secrets.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { sessionOf } from '../../../platform/requests/cookies.ts';
import { school } from '../../../school/records/school.ts';
import { photosOf } from '../../records/print-photos.ts';
import { requireStudent } from '../../records/require-student.ts';
import { studentKey } from '../../records/store.ts';
import { withPagesOf } from '../foreign-pdf/foreign-pdf.ts';
import { attachmentPages } from './attachment-pages.ts';
import { attachmentsOf } from './attachments.ts';
import { formOf } from './form-facts.ts';
import { renderRegistrationForms } from './render-registration-forms.ts';

const type = 'application/pdf';

/** The whole is more than a function may answer: it is kept for a day, and the answer leads to it for five minutes. */
export const registrationFormFile = callHandler(studentFilesContract.registrationFormFile, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ caller, found, request }) => {
    const student = requireStudent(found.student);
    const attachments = await attachmentsOf(student);
    const photo = (await photosOf([student])).get(student.studentId);
    const facts = formOf(student, 'Admin');
    const name = facts.name ?? '';
    const form = renderRegistrationForms({
      school: school(),
      forms: [{ ...facts, photo }],
      printedAt: request.now,
      behind: (document, style) => attachmentPages(attachments, { document, style, name }),
    });
    const pdfs = attachments.flatMap((attachment) => ('pdf' in attachment ? [attachment.pdf] : []));
    const key = keyIn('registration-forms', `${hashOf(caller.accountId)}/${newSecret()}.pdf`);
    await keepFile(key, await withPagesOf(form, pdfs), type);
    const file = { name: `Registration Form ${name}.pdf`, type, session: sessionOf(request) };
    const [url, downloadUrl] = await Promise.all([
      fileLink(key, { ...file, isSaved: false }),
      fileLink(key, { ...file, isSaved: true }),
    ]);
    const left = attachments.flatMap((one) => ('left' in one ? [{ title: one.title, reason: one.left }] : []));
    return { url, download_url: downloadUrl, attached: attachments.length - left.length, left };
  },
});
