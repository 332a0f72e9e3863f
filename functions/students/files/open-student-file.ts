import { studentFilesContract } from '#shared/students/files/contract.ts';
import { titleOfKind } from '#shared/students/files/kinds.ts';
import { fileMessages } from '#shared/students/files/messages.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { filesBucket, sizeOfFile } from '../../platform/files/file-storage.ts';
import { fileLink } from '../../platform/files/uploads.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { sessionOf } from '../../platform/requests/cookies.ts';
import { fileOf } from '../records/kept-files.ts';
import { nameOf, studentKey } from '../records/store.ts';

export const openStudentFile = callHandler(studentFilesContract.openStudentFile, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ input: { kind }, found: { student }, request }) => {
    const kept = student && fileOf(student, kind);
    const bytes = kept && (await sizeOfFile(filesBucket(), kept.key));
    if (!student || !kept || bytes === undefined) throw new NotFoundError(fileMessages.noFile);
    const { file, type, key } = kept;
    const name = `${nameOf(student, student.studentId)} ${titleOfKind(kind)}${file.slice(file.lastIndexOf('.'))}`;
    const [url, downloadUrl] = await Promise.all([
      fileLink(key, { name, type, isSaved: false, session: sessionOf(request) }),
      fileLink(key, { name, type, isSaved: true, session: sessionOf(request) }),
    ]);
    return { file, type, bytes, url, download_url: downloadUrl };
  },
});
