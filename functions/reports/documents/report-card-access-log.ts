import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import type { Input } from '#shared/http/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { pluralize } from '#shared/pluralize.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { reportTitles, reportWordings } from '#shared/reports/wordings.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { displayRange } from '#shared/school/display-date.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { canStudentsSignIn } from '../../school/records/entrance-of-students.ts';
import { formLevelOfClass, requireFormLevel, school, schoolDay, schoolTime } from '../../school/records/school.ts';
import { type AccessEventItem, accessEventDays, readAccessList } from '../../sessions/access-events.ts';
import { listStaffAccounts } from '../../sessions/accounts.ts';
import type { RosterStudent } from '../../students/records/rosters/class-roster.ts';
import { readCurrentStudents } from '../../students/records/rosters/read-rosters.ts';
import { readStudentNames } from '../../students/records/store.ts';
import type { ListReport } from '../../term-reports/report-cards/print/list-report.ts';
import { countsByClass, groupIdsByClass } from './class-counts.ts';
import { replyWithReport } from './report-response.ts';

type Wanted = Input<typeof reportsContract.printReportCardAccessLog>;

export const printReportCardAccessLog = callHandler(reportsContract.printReportCardAccessLog, {
  handle: async ({ input, request: { now } }) => replyWithReport(await listOpenings(input, now), { ...input, now }),
});

/**
 * Lists who opened report cards of a term, families and staff, the latest first. One query for each month of the range,
 * fifteen at most, one for the accounts, one for the rosters, and one request for each hundred students.
 */
async function listOpenings(wanted: Wanted, now: Date): Promise<ListReport> {
  const { year, term, class_id: classId, date_range: days } = wanted;
  if (classId !== undefined) requireFormLevel(classId);
  const { from, to } = days ?? { from: '1950-01-01', to: schoolDay(now) };
  const [all, accounts, students] = await Promise.all([
    readAccessList('report cards', { from, to, now, dayOf: schoolDay }),
    listStaffAccounts(),
    canStudentsSignIn() ? readCurrentStudents() : [],
  ]);
  const events = all.filter((event) => isWanted(event, wanted));
  const names = await readStudentNames([...new Set(events.flatMap(({ studentId }) => studentId ?? []))]);
  const staff = new Map(accounts.map(({ accountId, name }) => [accountId, name]));
  const termTitle = schoolFileTermTitle(school().terms, term);
  const about = [
    ...[termTitle, academicYearTitle(year)],
    ...(classId === undefined ? (wanted.form_level === undefined ? [] : [levelName(wanted.form_level)]) : [classId]),
    ...(days ? [displayRange(days)] : []),
  ].join(', ');
  return {
    name: reportTitles.reportCardAccess,
    about,
    note: noteOf(events),
    counts: countFamilies(
      students.filter((student) => isWantedClass(student.classId, wanted)),
      events,
    ),
    columns: [
      { title: 'Date', width: 13 },
      { title: 'Time', width: 8 },
      { title: 'Class', width: 9 },
      { title: 'Student ID', width: 14 },
      { title: 'Student', width: 32, kind: 'name' },
      { title: 'Opened by', width: 28 },
    ],
    rows: events.map((event) => {
      const { at, kind, studentId, accountId = '' } = event;
      const moment = new Date(at);
      return [
        { day: schoolDay(moment) },
        schoolTime(moment),
        event.classId ?? null,
        studentId ?? null,
        studentId === undefined ? attendanceScreenWordings.theWholeClass : (names.get(studentId) ?? studentId),
        openersOfFamily[kind] ?? staff.get(accountId) ?? accountId,
      ];
    }),
    nothing: reportWordings.noneOpened,
  };
}

/** Who opened a report, by the kind of event; else a person of the staff. */
const openersOfFamily: Partial<Record<AccessEventItem['kind'], string>> = {
  'report card opened': 'The student',
  'report card opened by link': 'By link',
};

function isWanted(event: AccessEventItem, wanted: Wanted): boolean {
  return event.year === wanted.year && event.term === wanted.term && isWantedClass(event.classId ?? '', wanted);
}

const isWantedClass = (id: string, { form_level: formLevel, class_id: classId }: Wanted): boolean =>
  (classId === undefined || id === classId) && (formLevel === undefined || formLevelOfClass(id) === formLevel);

/**
 * How many of the current students of each class opened their report by account and by link, and how many never did.
 */
function countFamilies(students: readonly RosterStudent[], events: readonly AccessEventItem[]) {
  const idsOf = (kind: AccessEventItem['kind']) =>
    new Set(events.flatMap((event) => (event.kind === kind ? (event.studentId ?? []) : [])));
  const [byAccount, byLink] = [idsOf('report card opened'), idsOf('report card opened by link')];
  const counted = (isCounted: (studentId: string) => boolean) =>
    groupIdsByClass(students.filter(({ studentId }) => isCounted(studentId)));
  return countsByClass([
    { title: 'Students', byClass: groupIdsByClass(students) },
    { title: 'Opened by account', byClass: counted((one) => byAccount.has(one)) },
    { title: reportWordings.openedByLink, byClass: counted((one) => byLink.has(one)) },
    { title: 'Never opened', byClass: counted((one) => !byAccount.has(one) && !byLink.has(one)) },
  ]);
}

function noteOf(events: readonly AccessEventItem[]): string {
  const byStudents = events.filter(({ kind }) => kind === 'report card opened');
  const byLink = events.filter(({ kind }) => kind === 'report card opened by link').length;
  const students = new Set(byStudents.map(({ studentId }) => studentId)).size;
  const staff = events.length - byStudents.length - byLink;
  const links = byLink === 0 ? '' : `, ${pluralize(byLink, 'time')} by link`;
  const counts = `Opened ${pluralize(byStudents.length, 'time')} by ${pluralize(students, 'student')}${links}, and ${pluralize(staff, 'time')} by staff. `;
  return (
    (canStudentsSignIn() ? '' : `${reportWordings.noEntrance} `) +
    (events.length === 0 ? '' : counts) +
    `A class that was printed in one document is one line. The list goes back ${accessEventDays} days.`
  );
}
