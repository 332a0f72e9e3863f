import { fileKey } from '#shared/http/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { attachmentWordings } from '#shared/students/wordings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { signFileLink, storeFile } from '../../../platform/files/uploads.ts';
import { hashSecret, newSecret } from '../../../platform/identity/secrets.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readSessionCookie } from '../../../platform/requests/cookies.ts';
import { readItems } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';
import { appendPdfs } from '../../records/files/foreign-pdf/foreign-pdf.ts';
import { readPhotos } from '../../records/files/printable-photos.ts';
import { listStudentsOfClass } from '../../records/rosters/read-rosters.ts';
import {
  readStudents,
  requireCurrentStudent,
  requireStudent,
  type StudentItem,
  studentKey,
} from '../../records/store.ts';
import { drawAttachmentPages, readAttachments } from './attachments.ts';
import { toFormFacts } from './form-facts.ts';
import { renderRegistrationForms } from './render-registration-forms.ts';

export const printRegistrationForm = callHandler(studentFilesContract.printRegistrationForm, {
  handle: async ({ input: { student_id: studentId, class_id: classId }, caller: { role }, request }) => {
    const reader = role === 'PTA' ? role : 'Admin';
    const students = studentId === undefined ? await readClass(classId) : [await readStudent(studentId, reader)];
    // A photo is a file, and files are for the office only.
    const photos = reader === 'Admin' ? await readPhotos(students) : new Map();
    const forms = (students.length > 0 ? students : [undefined]).map((student) => ({
      ...toFormFacts(student, reader),
      photo: student && photos.get(student.studentId),
    }));
    return renderRegistrationForms({ school: school(), forms, printedAt: request.now });
  },
});

/** The PTA sees current students only (product §6). */
async function readStudent(studentId: string, reader: 'Admin' | 'PTA'): Promise<StudentItem> {
  const { student } = await readItems({ student: studentKey(studentId) });
  return reader === 'PTA' ? requireCurrentStudent(student) : requireStudent(student);
}

/** Empty for an empty form. */
async function readClass(classId: string | undefined): Promise<StudentItem[]> {
  if (classId === undefined) return [];
  const listed = await listStudentsOfClass(classId);
  const known = new Map(
    (await readStudents(listed.map(({ studentId }) => studentId))).map((student) => [student.studentId, student]),
  );
  const students = listed.flatMap(({ studentId }) => known.get(studentId) ?? []);
  if (students.length === 0) throw new NotFoundError(attachmentWordings.noStudentsInClass);
  return students;
}

const type = 'application/pdf';

/**
 * The document may exceed a function's answer: it is stored for a day, and the answer has links that are valid for five
 * minutes.
 */
export const printRegistrationFormWithFiles = callHandler(studentFilesContract.printRegistrationFormWithFiles, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ caller, found, request }) => {
    const student = requireStudent(found.student);
    const attachments = await readAttachments(student);
    const photo = (await readPhotos([student])).get(student.studentId);
    const facts = toFormFacts(student, 'Admin');
    const name = facts.name ?? '';
    const form = renderRegistrationForms({
      school: school(),
      forms: [{ ...facts, photo }],
      printedAt: request.now,
      appendPages: (document, style) => drawAttachmentPages(attachments, { document, style, name }),
    });
    const pdfs = attachments.flatMap((attachment) => ('pdf' in attachment ? [attachment.pdf] : []));
    const key = fileKey('registration-forms', `${hashSecret(caller.accountId)}/${newSecret()}.pdf`);
    await storeFile(key, await appendPdfs(form, pdfs), type);
    const file = { name: `Registration Form ${name}.pdf`, type, session: readSessionCookie(request) };
    const [url, downloadUrl] = await Promise.all([
      signFileLink(key, { ...file, isSaved: false }),
      signFileLink(key, { ...file, isSaved: true }),
    ]);
    const left = attachments.flatMap((one) => ('left' in one ? [{ title: one.title, reason: one.left }] : []));
    return { url, download_url: downloadUrl, attached: attachments.length - left.length, left };
  },
});
