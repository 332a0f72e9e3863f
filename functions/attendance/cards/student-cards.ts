import { attendanceContract } from '#shared/attendance/contract.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { photosOf } from '../../students/records/print-photos.ts';
import { nameOf, studentsByIds, studentsOfClass } from '../../students/records/store.ts';
import { renderCards } from './render-cards.ts';

/** Cards of current students: of one who has left a station wants to know nothing. */
export const studentCards = callHandler(attendanceContract.studentCards, {
  handle: async ({ input: { class_id, student_ids = '' }, request }) => {
    const found =
      class_id === undefined
        ? await studentsByIds([...new Set(student_ids.split(','))])
        : await studentsOfClass(class_id);
    const students = found
      .filter(({ status }) => status === 'current')
      .sort((a, b) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName));
    if (students.length === 0) throw new NotFoundError('There are no students to print cards of.');
    const photos = await photosOf(students);
    const cards = students.map((student) => ({
      ...{ studentId: student.studentId, name: nameOf(student, student.studentId), classId: student.classId },
      photo: photos.get(student.studentId),
    }));
    return renderCards({ school: school(), cards, printedAt: request.now });
  },
});
