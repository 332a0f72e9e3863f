import type { Input } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { reportTitles, reportWordings } from '#shared/reports/wordings.ts';
import { displayRange } from '#shared/school/display-date.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { canStudentsSignIn } from '../../school/records/entrance-of-students.ts';
import { schoolDay, schoolTime } from '../../school/records/school.ts';
import { type AccessEventItem, accessEventDays, readAccessList } from '../../sessions/access-events.ts';
import { readStudents } from '../../students/records/store.ts';
import type { ListReport } from '../../term-reports/report-cards/print/list-report.ts';
import { countsByClass } from './class-counts.ts';
import { replyWithReport } from './report-response.ts';

type Wanted = Input<typeof reportsContract.printFailedLogins>;

export const printFailedLogins = callHandler(reportsContract.printFailedLogins, {
  handle: async ({ input, request: { now } }) => replyWithReport(await listRefusals(input, now), { ...input, now }),
});

/**
 * Lists refused sign-ins of students and refused dates of birth at links, the latest first. One query for each month of
 * the range, fifteen at most, and one request for each hundred students.
 */
async function listRefusals({ date_range: { from, to } }: Wanted, now: Date): Promise<ListReport> {
  const events = await readAccessList('student refusals', { from, to, now, dayOf: schoolDay });
  const ids = [...new Set(events.flatMap(({ studentId }) => studentId ?? []))];
  const students = new Map(
    (await readStudents(ids, ['studentId', 'classId', 'firstName', 'lastName'])).map((student) => [
      student.studentId,
      student,
    ]),
  );
  const days = displayRange({ from, to });
  const counted = (isOfLink: boolean) => {
    const classes = events.flatMap(({ kind, studentId }) =>
      kind.startsWith('link') === isOfLink ? (students.get(studentId ?? '')?.classId ?? []) : [],
    );
    return new Map([...Map.groupBy(classes, (id) => id)].map(([id, of]) => [id, of.length]));
  };
  return {
    name: reportTitles.failedLogins,
    about: days,
    counts: countsByClass([
      { title: 'By account', byClass: counted(false) },
      { title: 'By link', byClass: counted(true) },
    ]),
    note: `${canStudentsSignIn() ? '' : `${reportWordings.noEntrance} `}${countsOf(events, ids.length)}What was typed is not kept. The list goes back ${accessEventDays} days.`,
    columns: [
      { title: 'Date', width: 13 },
      { title: 'Time', width: 8 },
      { title: 'Class', width: 9 },
      { title: 'Student ID', width: 14 },
      { title: 'Student', width: 28, kind: 'name' },
      { title: 'What happened', width: 24 },
      { title: 'Network', width: 18 },
    ],
    rows: events.map(({ at, kind, studentId, network }) => {
      const student = students.get(studentId ?? '');
      const moment = new Date(at);
      return [
        { day: schoolDay(moment) },
        schoolTime(moment),
        student?.classId ?? null,
        studentId ?? null,
        student ? `${student.lastName}, ${student.firstName}` : unknownTo(kind),
        whatHappened[kind] ?? kind,
        network,
      ];
    }),
    nothing: reportWordings.noneRefused(days),
  };
}

const unknownTo = (kind: AccessEventItem['kind']): string =>
  kind.startsWith('link') ? 'An unknown or ended link' : 'No student of that name';

const whatHappened: Partial<Record<AccessEventItem['kind'], string>> = {
  'student refused': 'Wrong user name or password',
  'student locked out': 'Locked out after too many tries',
  'link refused': 'Wrong date of birth for a link',
  'link locked out': 'Link ended after too many wrong dates',
};

/** "2 refusals and 1 lock-out of 1 student. " */
function countsOf(events: readonly AccessEventItem[], students: number): string {
  if (events.length === 0) return '';
  const lockOuts = events.filter(({ kind }) => kind.endsWith('locked out')).length;
  const refused = pluralize(events.length - lockOuts, 'refusal');
  return `${refused} and ${pluralize(lockOuts, 'lock-out')} of ${pluralize(students, 'student')}. `;
}
