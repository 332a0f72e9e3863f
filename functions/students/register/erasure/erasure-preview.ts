import { eraseStudentsAction } from '#shared/accounts/auth/permissions.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { fileKinds, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { enteredFields } from '#shared/students/register/typed-facts.ts';
import { countAttendanceOfStudent } from '../../../attendance/records/archived-attendance.ts';
import { isAnythingEntered, listSubjectRecordsOfStudent } from '../../../marks/records/subject-record.ts';
import { listReportsOfStudent } from '../../../marks/records/term-report.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { type Caller, hasAction } from '../../../platform/requests/caller.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { countPostedReportsOfStudent } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import { requireStudent, type StudentItem, studentKey, studentName } from '../../records/store.ts';
import { storedFact } from '../../records/student-facts.ts';
import { whyNotErased } from './why-not-erased.ts';

export const previewErasure = callHandler(studentRegisterContract.previewErasure, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ found, caller, request }) => {
    requireErasePermission(caller);
    const student = requireStudent(found.student);
    const { studentId } = student;
    const [whyNot, reports, records, posted, attendance] = await Promise.all([
      whyNotErased(student, request.now),
      listReportsOfStudent(studentId),
      listSubjectRecordsOfStudent({ studentId }),
      countPostedReportsOfStudent(studentId),
      countAttendanceOfStudent(studentId, yearsAtSchool(student, request.now)),
    ]);
    const { days } = attendance;
    const comments = records.filter(({ comment }) => comment !== undefined).length;
    return {
      student_id: studentId,
      name: studentName(student, studentId),
      why_not: whyNot,
      goes: [
        `The record: ${pluralize(factsOf(student), 'fact')}, the name among them`,
        ...filesOf(student),
        ...(reports.length > 0 ? [`Remarks and grades of ${pluralize(reports.length, 'term report')}`] : []),
        ...(comments > 0 ? [pluralize(comments, 'comment of a subject', 'comments of subjects')] : []),
        ...(posted > 0 ? [pluralize(posted, 'posted report card')] : []),
        ...attendanceOf(attendance),
        'The history of changes',
      ],
      stays: [
        ...(records.some(isAnythingEntered)
          ? [`Marks, under the id ${studentId} and without a name, so that averages and ranks of those terms stay`]
          : []),
        ...(days > 0
          ? [`Present, absent and late on ${pluralize(days, 'day')}, under the id ${studentId}, so that counts stay`]
          : []),
        `One line that ${studentId} was erased, when and by whom`,
        'Backups of the table and of deleted files, which end by themselves within 90 days',
      ],
    };
  },
});

/** @throws ForbiddenError */
export function requireErasePermission(caller: Caller): void {
  if (!hasAction(caller, eraseStudentsAction)) throw new ForbiddenError(authRefusals.forbidden);
}

const factsOf = (student: StudentItem): number =>
  enteredFields.filter((field) => storedFact(student, field) !== null).length;

function filesOf(student: StudentItem): string[] {
  const files = fileKinds.filter((kind) => student[kind] !== undefined).map(fileKindTitle);
  return files.length > 0 ? [`${pluralize(files.length, 'file')}: ${files.join(', ')}`] : [];
}

/** No student is at a school for longer before leaving. */
const yearsAtMost = 10;

function yearsAtSchool({ date_of_leaving: left }: StudentItem, now: Date): { from: string; to: string } {
  const today = schoolDay(now);
  return { from: `${Number((left ?? today).slice(0, 4)) - yearsAtMost}-01-01`, to: today };
}

/** Archive files have whole records and are deleted whole. */
function attendanceOf({
  days,
  files,
  daysInFiles,
  notices,
}: Awaited<ReturnType<typeof countAttendanceOfStudent>>): string[] {
  return [
    ...(days > 0 ? [`Scans, times and reasons of ${pluralize(days, 'day')} of attendance`] : []),
    ...(files > 0
      ? [`${pluralize(files, 'file')} of the attendance archive, with ${pluralize(daysInFiles, 'day')}`]
      : []),
    ...(notices > 0 ? [pluralize(notices, 'absence notice', 'absence notices')] : []),
  ];
}
