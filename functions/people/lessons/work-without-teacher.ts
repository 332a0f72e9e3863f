import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { toAcademicYearId } from '#shared/school/academic-year.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readMany } from '../../platform/table/table.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { toPickerLessons } from '../records/picker-lessons.ts';
import {
  type EmployeeItem,
  employeeKey,
  FormTeacherEntity,
  readLessonsOfTeacher,
  readTeachersOfClasses,
} from '../records/store.ts';
import { listTeacherPostsOfKind } from '../records/write-class-posts.ts';

export const listWorkWithoutTeacher = callHandler(lessonsContract.listWorkWithoutTeacher, {
  prefetch: () => ({ period: currentPeriodKey() }),
  handle: async ({ found: { period } }) => {
    if (!period) return { academic_year_id: null, teachers: [], form_classes: [] };
    const { year } = period;
    const classIds = school().formClasses.map(({ id }) => id);
    const { lessons, posts } = await readTeachersOfClasses(classIds, year);
    const [employees, records] = await Promise.all([
      readMany([...new Set([...lessons, ...posts].map(({ employeeId }) => employeeId))].map(employeeKey)),
      readMany(classIds.map((classId) => FormTeacherEntity.key({ year, classId }))),
    ]);
    const led = new Set([
      ...records.map(({ classId }) => classId),
      ...posts.filter((post) => post.as === 'form teacher').map(({ classId }) => classId),
    ]);
    const left = await Promise.all(employees.filter(isArchivedTeacher).map((employee) => workOf(employee, year)));
    return {
      academic_year_id: toAcademicYearId(year),
      teachers: left
        .filter((one) => one.lessons.length + one.form_teacher_of.length + one.dean_of.length > 0)
        .sort((a, b) => a.last_name.localeCompare(b.last_name) || a.first_name.localeCompare(b.first_name)),
      form_classes: classIds.filter((classId) => !led.has(classId)),
    };
  },
});

/**
 * What an archived teacher still has, strongly consistent: the index that found it is a moment behind a hand-over.
 * Three queries.
 */
async function workOf({ employeeId, firstName, lastName }: EmployeeItem, year: number) {
  const [lessons, formTeacherOf, deanOf, subjects] = await Promise.all([
    readLessonsOfTeacher(employeeId, year),
    listTeacherPostsOfKind({ employeeId, year, as: 'form teacher' }),
    listTeacherPostsOfKind({ employeeId, year, as: 'dean' }),
    readSubjectNamesById(),
  ]);
  return {
    employee_id: employeeId,
    first_name: firstName,
    last_name: lastName,
    lessons: toPickerLessons(lessons, subjects).map(({ id, lesson, form_classes }) => ({ id, lesson, form_classes })),
    form_teacher_of: formTeacherOf.map(({ classId }) => classId),
    dean_of: deanOf.map(({ classId }) => classId),
  };
}
