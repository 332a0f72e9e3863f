import { authRefusals } from '#shared/accounts/wordings.ts';
import { studentsContract } from '#shared/students/contract.ts';
import { studentIdOfPicture } from '#shared/students/files/file-kinds.ts';
import { canPickAnyone, isTaughtByTeacher } from '../../people/records/class-list.ts';
import { classPostKeys, employeeKey, readLessonsOfTeacher } from '../../people/records/store.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { assignmentKey } from '../../subjects/records/store.ts';
import { openPicture, pictureNotFoundError } from '../records/files/open-picture.ts';
import { studentKey } from '../records/store.ts';

/** The student's record must name the picture: a file name alone gives no access. */
export const readStudentPicture = callHandler(studentsContract.readStudentPicture, {
  prefetch: ({ picture }, accountId) => ({
    student: studentKey(studentIdOfPicture(picture)),
    own: employeeKey(accountId),
    current: currentPeriodKey(),
  }),
  handle: async ({ input: { picture }, caller, found }) => {
    const { student, own, current } = found;
    if (!canPickAnyone(caller, own)) {
      const isSeen = student && current && (await isStudentVisible(caller.accountId, student, current.year));
      if (!isSeen) throw new ForbiddenError(authRefusals.forbidden);
    }
    if (student?.picture !== picture) throw pictureNotFoundError();
    return openPicture(picture);
  },
});

/** Whether a teacher teaches the student a subject this year, or is form teacher or dean of the class. */
async function isStudentVisible(
  employeeId: string,
  student: { studentId: string; classId: string },
  year: number,
): Promise<boolean> {
  const { classId } = student;
  const [lessons, { posts }] = await Promise.all([
    readLessonsOfTeacher(employeeId, year),
    readItems({ posts: classPostKeys({ employeeId, year, classId }) }),
  ]);
  if (posts.length > 0) return true;
  const ofClass = lessons.filter((lesson) => lesson.classId === classId);
  const { assignments } = await readItems({
    assignments: ofClass.map(({ subjectId }) => assignmentKey(student.studentId, subjectId)),
  });
  return assignments.some((assignment) => isTaughtByTeacher(assignment, employeeId));
}
