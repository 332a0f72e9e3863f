import { pluralize } from '#shared/pluralize.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { reportMessages, reportTitles } from '#shared/reports/wordings.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { studentsWhoSignedIn } from '../../sessions/student-access.ts';
import type { RosterStudent } from '../../students/records/rosters/class-roster.ts';
import { currentStudents } from '../../students/records/rosters/read-rosters.ts';
import type { ListReport } from '../../term-reports/report-cards/print/list-report.ts';
import { reportPdf, reportWorkbookReply } from './report-response.ts';

export const printStudentsWithoutLogin = callHandler(reportsContract.printStudentsWithoutLogin, {
  handle: async ({ request: { now } }) => reportPdf(await listStudentsWithoutLogin(), now),
});

export const downloadStudentsWithoutLogin = callHandler(reportsContract.downloadStudentsWithoutLogin, {
  handle: async ({ request: { now } }) => reportWorkbookReply(await listStudentsWithoutLogin(), now),
});

/** Lists the current students who have never signed in, by class and name. Two queries. */
async function listStudentsWithoutLogin(): Promise<ListReport> {
  const [students, signedIn] = await Promise.all([currentStudents(), studentsWhoSignedIn()]);
  const never = byClassAndName(students).filter(({ studentId }) => !signedIn.has(studentId));
  return {
    name: reportTitles.noLogins,
    about: '',
    note:
      `${pluralize(never.length, 'student')} of ${pluralize(students.length, 'current student')} ` +
      `${never.length === 1 ? 'has' : 'have'} never signed in. ` +
      (signedIn.size === 0 ? reportMessages.nobodySignedIn : reportMessages.firstSignIn),
    columns: [
      { title: 'No.', width: 6, kind: 'number' },
      { title: 'Class', width: 10 },
      { title: 'Student ID', width: 16 },
      { title: 'Student', width: 44, kind: 'name' },
    ],
    rows: never.map(({ studentId, classId, lastName, firstName }, index) => [
      index + 1,
      classId,
      studentId,
      `${lastName}, ${firstName}`,
    ]),
    nothing: reportMessages.everybodySignedIn,
  };
}

/** By class, in the school's order, and name. */
function byClassAndName(students: readonly RosterStudent[]): RosterStudent[] {
  const place = new Map(school().formClasses.map(({ id }, index) => [id, index]));
  const placeOf = (classId: string) => place.get(classId) ?? place.size;
  const byText = new Intl.Collator('en').compare;
  return students.toSorted(
    (a, b) =>
      placeOf(a.classId) - placeOf(b.classId) || byText(a.lastName, b.lastName) || byText(a.firstName, b.firstName),
  );
}
