import { studentFilesContract } from '#shared/students/files/contract.ts';
import { fileKinds } from '#shared/students/files/kinds.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { fileOf } from '../records/kept-files.ts';
import { requireStudent } from '../records/require-student.ts';
import { nameOf, studentKey } from '../records/store.ts';

export const studentFiles = callHandler(studentFilesContract.studentFiles, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ found }) => {
    const student = requireStudent(found.student);
    const files = fileKinds.map((kind) => ({
      kind,
      file: student[kind] ?? null,
      type: fileOf(student, kind)?.type ?? null,
    }));
    const { studentId, classId } = student;
    return { student_id: studentId, name: nameOf(student, studentId), class_id: classId, files };
  },
});
