import { studentFilesContract } from '#shared/students/files/contract.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readItems } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';
import { photosOf } from '../../records/print-photos.ts';
import { requireCurrentStudent, requireStudent } from '../../records/require-student.ts';
import { type StudentItem, studentKey, studentsOfClass } from '../../records/store.ts';
import { formOf } from './form-facts.ts';
import { renderRegistrationForms } from './render-registration-forms.ts';

export const registrationForm = callHandler(studentFilesContract.registrationForm, {
  handle: async ({ input: { student_id: studentId, class_id: classId }, caller: { role }, request }) => {
    const reader = role === 'PTA' ? role : 'Admin';
    const students = studentId === undefined ? await ofClass(classId) : [await one(studentId, reader)];
    // What shows a face is a file, and files are the office's.
    const photos = reader === 'Admin' ? await photosOf(students) : new Map();
    const forms = (students.length > 0 ? students : [undefined]).map((student) => ({
      ...formOf(student, reader),
      photo: student && photos.get(student.studentId),
    }));
    return renderRegistrationForms({ school: school(), forms, printedAt: request.now });
  },
});

/** The PTA sees current students alone (product §6). */
async function one(studentId: string, reader: 'Admin' | 'PTA'): Promise<StudentItem> {
  const { student } = await readItems({ student: studentKey(studentId) });
  return reader === 'PTA' ? requireCurrentStudent(student) : requireStudent(student);
}

/** Nobody, for an empty form. */
async function ofClass(classId: string | undefined): Promise<StudentItem[]> {
  if (classId === undefined) return [];
  const students = await studentsOfClass(classId);
  if (students.length === 0) throw new NotFoundError('There are no students in this class.');
  return students;
}
