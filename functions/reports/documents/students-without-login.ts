import { pluralize } from '#shared/pluralize.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { reportTexts, reportTitles, reportWordings } from '#shared/reports/wordings.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { canStudentsSignIn } from '../../school/records/entrance-of-students.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { listReportOpenings, listStudentsWhoSignedIn } from '../../sessions/student-access.ts';
import type { RosterStudent } from '../../students/records/rosters/class-roster.ts';
import { readCurrentStudents } from '../../students/records/rosters/read-rosters.ts';
import type { ListReport } from '../../term-reports/report-cards/print/list-report.ts';
import { countsByClass, groupIdsByClass } from './class-counts.ts';
import { replyWithReport } from './report-response.ts';

export const printStudentsWithoutLogin = callHandler(reportsContract.printStudentsWithoutLogin, {
  handle: async ({ input, request: { now } }) => replyWithReport(await listStudentsWithoutLogin(), { ...input, now }),
});

/**
 * Lists the current students who have never signed in, by class and name, with the last day on which a report of theirs
 * was opened by a link. Three queries.
 */
async function listStudentsWithoutLogin(): Promise<ListReport> {
  const list = {
    name: reportTitles.noLogins,
    about: '',
    columns: [
      { title: 'No.', width: 6, kind: 'number' },
      { title: 'Class', width: 10 },
      { title: 'Student ID', width: 16 },
      { title: 'Student', width: 38, kind: 'name' },
      { title: reportWordings.openedByLink, width: 14 },
    ],
  } as const;
  if (!canStudentsSignIn())
    return { ...list, note: reportTexts.noLogins, rows: [], nothing: reportWordings.noEntrance };
  const [students, signedIn, openings] = await Promise.all([
    readCurrentStudents(),
    listStudentsWhoSignedIn(),
    listReportOpenings(),
  ]);
  const never = byClassAndName(students).filter(({ studentId }) => !signedIn.has(studentId));
  const lastByLink = new Map<string, string>();
  for (const { studentId, byLinkAt } of openings) {
    const before = lastByLink.get(studentId);
    if (byLinkAt !== undefined && (before === undefined || before < byLinkAt)) lastByLink.set(studentId, byLinkAt);
  }
  return {
    ...list,
    note:
      `${pluralize(never.length, 'student')} of ${pluralize(students.length, 'current student')} ` +
      `${never.length === 1 ? 'has' : 'have'} never signed in. ` +
      (signedIn.size === 0 ? reportWordings.nobodySignedIn : reportWordings.firstSignIn),
    counts: countsByClass([
      { title: 'Students', byClass: groupIdsByClass(students) },
      { title: 'Signed in', byClass: groupIdsByClass(students.filter(({ studentId }) => signedIn.has(studentId))) },
      { title: 'Never signed in', byClass: groupIdsByClass(never) },
      {
        title: 'Of these by link',
        byClass: groupIdsByClass(never.filter(({ studentId }) => lastByLink.has(studentId))),
      },
    ]),
    rows: never.map(({ studentId, classId, lastName, firstName }, index) => {
      const at = lastByLink.get(studentId);
      const opened = at === undefined ? null : { day: schoolDay(new Date(at)) };
      return [index + 1, classId, studentId, `${lastName}, ${firstName}`, opened];
    }),
    nothing: reportWordings.everybodySignedIn,
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
