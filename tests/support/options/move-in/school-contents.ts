import { listAllEmployees, listLessonsOfClass, listPostHoldersOfClass } from '#functions/people/records/store.ts';
import { school } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfClass } from '#functions/subjects/records/store.ts';
import { readSubjectList } from '#functions/subjects/records/subject-list.ts';
import { year } from '../../school/small-school.ts';

/**
 * What a file that moves in can change, as lines in order, so that two moments of a school compare: everybody with
 * those who have left, and lessons, posts and who takes what of these classes, or of all of them.
 */
export async function listSchoolContents(classIds = school().formClasses.map(({ id }) => id)) {
  const { subjects } = await readSubjectList();
  const ofClasses = async <T>(listOfClass: (classId: string) => Promise<T[]>): Promise<T[]> =>
    (await Promise.all(classIds.map(listOfClass))).flat();
  const lessons = await ofClasses((classId) => listLessonsOfClass(classId, year));
  const takers = await ofClasses(listAssignmentsOfClass);
  const posts = await ofClasses((classId) => listPostHoldersOfClass(classId, year));
  const [current, archived] = await Promise.all(
    (['current', 'archived'] as const).map((status) => StudentEntity.queryBy('all', { status })),
  );
  return {
    teachers: (await listAllEmployees())
      .map(
        ({ teacherNum, userName, deletedAt }) => `${teacherNum} ${userName}${deletedAt === undefined ? '' : ' left'}`,
      )
      .sort(),
    subjects: subjects
      .filter(({ deletedAt }) => deletedAt === undefined)
      .map(({ abbr }) => abbr)
      .sort(),
    lessons: lessons.map(({ classId, subjectId, employeeId }) => `${classId} ${subjectId} ${employeeId}`).sort(),
    posts: posts.map(({ as, classId, name }) => `${as} ${classId} ${name}`).sort(),
    students: [...(current ?? []), ...(archived ?? [])]
      .map(({ studentId, classId, status }) => `${studentId} ${classId} ${status}`)
      .sort(),
    takers: takers.map(({ studentId, subjectId, employeeId }) => `${studentId} ${subjectId} ${employeeId}`).sort(),
  };
}
