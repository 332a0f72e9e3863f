import { termReportsContract } from '#shared/term-reports/contract.ts';
import { listLessonsOfClass } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { requireCurrentStudent, studentKey } from '../../students/records/store.ts';
import { listAssignmentsOfStudent, readSubjectNamesById } from '../../subjects/records/store.ts';

/** Four requests: session with student and term; the subjects; what the student takes; the lessons of the class. */
export const changeClassSubjects = callHandler(termReportsContract.changeClassSubjects, {
  prefetch: (input) => ({ student: studentKey(input.student_id), current: currentPeriodKey() }),
  handle: async ({ input: { student_id: studentId, class_id: classId }, found }) => {
    requireCurrentStudent(found.student);
    requireFormLevel(classId, 'class_id');
    const [subjects, assignments, lessons] = await Promise.all([
      readSubjectNamesById(),
      listAssignmentsOfStudent(studentId),
      found.current ? listLessonsOfClass(classId, found.current.year) : [],
    ]);
    const taken = new Set(assignments.map(({ subjectId }) => subjectId));
    const taught = new Set(lessons.map(({ subjectId }) => subjectId));
    return [...new Set([...taken, ...taught])]
      .map((subjectId) => ({
        subject_id: subjectId,
        title: subjects.get(subjectId)?.title ?? subjectId,
        taken: taken.has(subjectId),
        taught: taught.has(subjectId),
      }))
      .sort((a, b) => a.title.localeCompare(b.title));
  },
});
