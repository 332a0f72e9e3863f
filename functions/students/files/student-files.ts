import { studentFilesContract } from '#shared/students/files/contract.ts';
import { fileKinds } from '#shared/students/files/kinds.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { fileOf } from '../records/kept-files.ts';
import { nameOf, studentKey } from '../records/store.ts';
import { noStudent } from './no-student.ts';

export const studentFiles = callHandler(studentFilesContract.studentFiles, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ found: { student } }) => {
    if (!student) throw noStudent();
    const files = fileKinds.map((kind) => ({
      kind,
      file: student[kind] ?? null,
      type: fileOf(student, kind)?.type ?? null,
    }));
    const { studentId, classId } = student;
    return { student_id: studentId, name: nameOf(student, studentId), class_id: classId, files };
  },
});
