import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { recordsOfStudent } from '../../../marks/records/subject-record.ts';
import { reportsOfStudent } from '../../../marks/records/term-report.ts';
import { employeeNames, lessonsOfClass } from '../../../people/records/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { currentPeriodKey } from '../../../school/records/periods.ts';
import { assignmentsOf, subjectsById } from '../../../subjects/records/store.ts';
import { requireStudent } from '../../records/require-student.ts';
import { studentKey } from '../../records/store.ts';
import { marksOfTerms } from './marks-of-terms.ts';
import { maySeeMarks } from './may-see.ts';
import { byTitle, type SubjectNames } from './subject-names.ts';

/** Seven requests at most, whatever the student takes and however many terms there are. */
export const studentOverview = callHandler(studentRegisterContract.studentOverview, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id), current: currentPeriodKey() }),
  handle: async ({ input: { student_id: studentId }, caller, found }) => {
    const student = requireStudent(found.student);
    const withMarks = maySeeMarks(caller);
    const [subjects, taken, lessons, teachers, reports, records] = await Promise.all([
      subjectsById(),
      assignmentsOf(studentId),
      found.current ? lessonsOfClass(student.classId, found.current.year) : [],
      employeeNames(),
      withMarks ? reportsOfStudent(studentId) : [],
      withMarks ? recordsOfStudent({ studentId }) : [],
    ]);
    const nameOf = (subjectId: string): SubjectNames => {
      const { title = subjectId, abbr = subjectId } = subjects.get(subjectId) ?? {};
      return { subject_id: subjectId, title, abbr };
    };
    // Where the assignment names nobody, the lessons of the class decide.
    const teachersOf = (subjectId: string, employeeId: string | undefined): string[] =>
      (employeeId === undefined
        ? lessons.filter((lesson) => lesson.subjectId === subjectId).map((lesson) => lesson.employeeId)
        : [employeeId]
      )
        .map((id) => teachers.get(id) ?? id)
        .sort();
    return {
      student_id: studentId,
      picture: student.picture ?? null,
      subjects: taken
        .map(({ subjectId, employeeId }) => ({
          ...nameOf(subjectId),
          teachers: teachersOf(subjectId, employeeId),
        }))
        .sort(byTitle),
      terms: withMarks ? marksOfTerms({ reports, records, nameOf }) : null,
    };
  },
});
