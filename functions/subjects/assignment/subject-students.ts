import { lastFirst } from '#shared/people/shared-names.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { listSubjectRecordsOfSheet } from '../../marks/records/subject-record.ts';
import { listAllEmployees } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { formLevelsOfSchool } from '../../school/records/school.ts';
import { listStudentsOfClasses } from '../../students/records/rosters/read-rosters.ts';
import { countStudentsBySubject, countSubjectsByStudent, readRoster, subjectKey } from '../records/store.ts';
import { classesOfLevel, listLessonsOfSubject, whyLevelCannotTakeSubject } from './assigning/lessons-of-subject.ts';

export const listStudentsOfSubject = callHandler(studentSubjectsContract.listStudentsOfSubject, {
  prefetch: () => ({ current: currentPeriodKey() }),
  handle: async ({ input: { subject_id: subjectId, form_level: only }, found: { current } }) => {
    const wanted = only === undefined ? formLevelsOfSchool() : [only];
    const found = await Promise.all(
      wanted.map(async (formLevel) => {
        const of = { subjectId, formLevel, classIds: classesOfLevel(formLevel) };
        const [roster, records] = await Promise.all([
          readRoster(of),
          current ? listSubjectRecordsOfSheet({ ...of, ...current }) : [],
        ]);
        const withMarks = new Set(records.map(({ studentId }) => studentId));
        return roster.map((one) => ({
          student_id: one.studentId,
          first_name: one.firstName,
          last_name: one.lastName,
          class_id: one.classId,
          form_level: one.formLevel,
          employee_id: one.employeeId ?? null,
          has_marks: withMarks.has(one.studentId),
        }));
      }),
    );
    return found.flat();
  },
});

export const countStudentsOfSubjects = callHandler(studentSubjectsContract.countStudentsOfSubjects, {
  handle: async () => {
    const counts = await countStudentsBySubject(classesOfLevel(null));
    return [...counts].map(([subject_id, students]) => ({ subject_id, students }));
  },
});

export const readSubjectChoices = callHandler(studentSubjectsContract.readSubjectChoices, {
  prefetch: ({ subject_id }) => ({ current: currentPeriodKey(), subject: subjectKey(subject_id) }),
  handle: async ({ input: { subject_id: subjectId, form_level: only }, found: { current, subject } }) => {
    const wanted = only === undefined ? formLevelsOfSchool() : [only];
    const classIds = classesOfLevel(only ?? null);
    const of = { subjectId, title: subject?.title ?? subjectId, year: current?.year ?? 0 };
    const [present, rosters, lessons, teachers, refused, subjects] = await Promise.all([
      listStudentsOfClasses(classIds),
      Promise.all(wanted.map((formLevel) => readRoster({ subjectId, formLevel, classIds }))),
      current ? listLessonsOfSubject(of, classIds) : [],
      employeesById(),
      current && only !== undefined ? whyLevelCannotTakeSubject(of, only) : null,
      only === undefined ? undefined : countSubjectsByStudent(classIds),
    ]);
    const taken = new Map(rosters.flat().map((assignment) => [assignment.studentId, assignment]));
    const employeeIds = new Set([
      ...lessons.map(({ employeeId }) => employeeId),
      ...[...taken.values()].flatMap(({ employeeId }) => employeeId ?? []),
    ]);
    // Lessons of an archived teacher do not count.
    const isCurrent = (employeeId: string) => teachers.get(employeeId)?.isArchived !== true;
    return {
      refused,
      students: present.map(({ studentId, firstName, lastName, classId, formLevel }) => ({
        student_id: studentId,
        first_name: firstName,
        last_name: lastName,
        class_id: classId,
        form_level: formLevel,
        is_assigned: taken.has(studentId),
        employee_id: taken.get(studentId)?.employeeId ?? null,
        ...(subjects ? { subjects: subjects.get(studentId) ?? 0 } : {}),
      })),
      teachers: [...employeeIds]
        .map((employeeId) => ({
          employee_id: employeeId,
          name: teachers.get(employeeId)?.name ?? employeeId,
          class_ids: lessons
            .filter((lesson) => lesson.employeeId === employeeId && isCurrent(employeeId))
            .map(({ classId }) => classId),
        }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    };
  },
});

/** Every teacher, archived ones included: students may have one from before. One query. */
async function employeesById(): Promise<ReadonlyMap<string, { name: string; isArchived: boolean }>> {
  const all = await listAllEmployees();
  return new Map(all.map((one) => [one.employeeId, { name: lastFirst(one), isArchived: isArchivedTeacher(one) }]));
}
