import { authMessages } from '#shared/auth/messages.ts';
import { pictureFolder } from '#shared/http/contract.ts';
import { studentsContract } from '#shared/students/contract.ts';
import { pictureLimit, studentOfPicture } from '#shared/students/picture.ts';
import { isStudentOf, picksAnyone } from '../../people/class-list.ts';
import { classPostPoints, employeePoint, lessonsOf } from '../../people/store.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { filesBucket, openFile } from '../../platform/files/file-storage.ts';
import { callHandler, imageOf } from '../../platform/requests/call-handler.ts';
import { readPoints } from '../../platform/table/table.ts';
import { currentPeriodPoint } from '../../reference/periods.ts';
import { assignmentPoint } from '../../subjects/store.ts';
import { studentPoint } from '../store.ts';
import { imageTypeOf } from './image-type.ts';

/** The student's record must name the picture: a name alone leads to no file. Bytes that are no image are not shown (rule 20). */
export const studentPicture = callHandler(studentsContract.studentPicture, {
  points: ({ picture }, accountId) => ({
    student: studentPoint(studentOfPicture(picture)),
    own: employeePoint(accountId),
    current: currentPeriodPoint(),
  }),
  handle: async ({ input: { picture }, caller, found }) => {
    const { student, own, current } = found;
    if (!picksAnyone(caller, own)) {
      const isSeen = student && current && (await sees(caller.accountId, student, current.year));
      if (!isSeen) throw new ForbiddenError(authMessages.forbidden);
    }
    const file =
      student?.picture === picture ? await openFile(filesBucket(), `${pictureFolder}/${picture}`) : undefined;
    if (!file?.Body || (file.ContentLength ?? 0) > pictureLimit) throw noPicture();
    const bytes = await file.Body.transformToByteArray();
    const type = imageTypeOf(bytes);
    if (type === undefined) throw noPicture();
    return imageOf(bytes, type);
  },
});

const noPicture = () => new NotFoundError('There is no such picture.');

/** Whether a teacher teaches the student a subject this year, or is form teacher or dean of the class. */
async function sees(
  employeeId: string,
  student: { studentId: string; classId: string },
  year: number,
): Promise<boolean> {
  const { classId } = student;
  const [lessons, { posts }] = await Promise.all([
    lessonsOf(employeeId, year),
    readPoints({ posts: classPostPoints({ employeeId, year, classId }) }),
  ]);
  if (posts.length > 0) return true;
  const ofClass = lessons.filter((lesson) => lesson.classId === classId);
  const { assignments } = await readPoints({
    assignments: ofClass.map(({ subjectId }) => assignmentPoint(student.studentId, subjectId)),
  });
  return assignments.some((assignment) => isStudentOf(assignment, employeeId));
}
