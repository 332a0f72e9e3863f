import { studentFilesContract } from '#shared/students/files/contract.ts';
import { fileKinds, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { filesBucket, readFileSize } from '../../platform/files/file-storage.ts';
import { signFileLink } from '../../platform/files/uploads.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readSessionCookie } from '../../platform/requests/cookies.ts';
import { findKeptFile } from '../records/files/file-keys.ts';
import { moveToReplacedFiles } from '../records/files/replaced-files.ts';
import { requireStudent, studentKey, studentName } from '../records/store.ts';
import { changeFileOfStudent, undoableFileAction } from './write-file.ts';

export const listStudentFiles = callHandler(studentFilesContract.listStudentFiles, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ found }) => {
    const student = requireStudent(found.student);
    const files = fileKinds.map((kind) => ({
      kind,
      file: student[kind] ?? null,
      type: findKeptFile(student, kind)?.type ?? null,
    }));
    const { studentId, classId } = student;
    return { student_id: studentId, name: studentName(student, studentId), class_id: classId, files };
  },
});

export const openStudentFile = callHandler(studentFilesContract.openStudentFile, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ input: { kind }, found: { student }, request }) => {
    const kept = student && findKeptFile(student, kind);
    const bytes = kept && (await readFileSize(filesBucket(), kept.key));
    if (!student || !kept || bytes === undefined) throw new NotFoundError(studentFileRefusals.noFile);
    const { file, type, key } = kept;
    const name = `${studentName(student, student.studentId)} ${fileKindTitle(kind)}${file.slice(file.lastIndexOf('.'))}`;
    const [url, downloadUrl] = await Promise.all([
      signFileLink(key, { name, type, isSaved: false, session: readSessionCookie(request) }),
      signFileLink(key, { name, type, isSaved: true, session: readSessionCookie(request) }),
    ]);
    return { file, type, bytes, url, download_url: downloadUrl };
  },
});

export const removeStudentFile = callHandler(studentFilesContract.removeStudentFile, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ input: { kind, was }, caller, found, request }) => {
    const student = requireStudent(found.student);
    const { studentId } = student;
    const change = { student, kind, before: was, after: null, by: { caller, request } };
    await changeFileOfStudent({ ...change, more: [undoableFileAction(change)] });
    await moveToReplacedFiles(studentId, kind, was);
    return { student_id: studentId, kind, file: null, undo: request.idempotencyKey };
  },
});
