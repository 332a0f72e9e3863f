import { lastFirst } from '#shared/people/last-first.ts';
import { studentSubjectsContract } from '#shared/student-subjects/contract.ts';
import { Employee } from '../../people/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriodKey } from '../../reference/periods.ts';
import { studentsOfClass } from '../../students/store.ts';
import { rosterOf } from '../../subjects/store.ts';
import { classesOf, lessonsOfSubject } from '../assigning/lessons-of-subject.ts';
import { levels } from '../subject-uses.ts';

export const subjectChoices = callHandler(studentSubjectsContract.subjectChoices, {
  prefetch: () => ({ current: currentPeriodKey() }),
  handle: async ({ input: { subject_id: subjectId, form_level: only }, found: { current } }) => {
    const wanted = only === undefined ? levels() : [only];
    const classIds = classesOf(only ?? null);
    const [classes, rosters, lessons, names] = await Promise.all([
      Promise.all(classIds.map(studentsOfClass)),
      Promise.all(wanted.map((formLevel) => rosterOf({ subjectId, formLevel, classIds }))),
      current ? lessonsOfSubject({ subjectId, year: current.year }, classIds) : [],
      employeeNames(),
    ]);
    const taken = new Map(rosters.flat().map((assignment) => [assignment.studentId, assignment]));
    const employeeIds = new Set([
      ...lessons.map(({ employeeId }) => employeeId),
      ...[...taken.values()].flatMap(({ employeeId }) => employeeId ?? []),
    ]);
    return {
      students: classes.flat().map(({ studentId, firstName, lastName, classId, formLevel }) => ({
        student_id: studentId,
        first_name: firstName,
        last_name: lastName,
        class_id: classId,
        form_level: formLevel,
        is_assigned: taken.has(studentId),
        employee_id: taken.get(studentId)?.employeeId ?? null,
      })),
      teachers: [...employeeIds]
        .map((employeeId) => ({
          employee_id: employeeId,
          name: names.get(employeeId) ?? employeeId,
          class_ids: lessons.filter((lesson) => lesson.employeeId === employeeId).map(({ classId }) => classId),
        }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    };
  },
});

/** "Last, First" of every teacher, archived ones included: students may have one from before. One query. */
async function employeeNames(): Promise<ReadonlyMap<string, string>> {
  const { data } = await Employee.query
    .all({})
    .go({ pages: 'all', attributes: ['employeeId', 'firstName', 'lastName'] });
  return new Map(data.map((one) => [one.employeeId, lastFirst(one)]));
}
