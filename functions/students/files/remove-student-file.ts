import { studentFilesContract } from '#shared/students/files/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireStudent } from '../records/require-student.ts';
import { studentKey } from '../records/store.ts';
import { retire } from './kept-file.ts';
import { fileAct, writeFile } from './write-file.ts';

export const removeStudentFile = callHandler(studentFilesContract.removeStudentFile, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ input: { kind, was }, caller, found, request }) => {
    const student = requireStudent(found.student);
    const { studentId } = student;
    const change = { student, kind, before: was, after: null, caller, request };
    await writeFile({ ...change, more: [fileAct(change)] });
    await retire(studentId, kind, was);
    return { student_id: studentId, kind, file: null, undo: request.idempotencyKey };
  },
});
