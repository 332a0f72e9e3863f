import type { Input } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { reportMessages, reportTitles } from '#shared/reports/wordings.ts';
import { displayRange } from '#shared/school/display-date.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { schoolDay, schoolTime } from '../../school/records/school.ts';
import { type AccessEventItem, accessEventDays, readAccessList } from '../../sessions/access-events.ts';
import { studentsByIds } from '../../students/records/store.ts';
import type { ListReport } from '../../term-reports/report-cards/print/list-report.ts';
import { reportPdf, reportWorkbookReply } from './report-response.ts';

type Wanted = Input<typeof reportsContract.printFailedLogins>;

export const printFailedLogins = callHandler(reportsContract.printFailedLogins, {
  handle: async ({ input, request: { now } }) => reportPdf(await listRefusals(input, now), now),
});

export const downloadFailedLogins = callHandler(reportsContract.downloadFailedLogins, {
  handle: async ({ input, request: { now } }) => reportWorkbookReply(await listRefusals(input, now), now),
});

/**
 * Lists refused sign-ins of students, the latest first. One query for each month of the range, fifteen at most, and one request for each
 * hundred students.
 */
async function listRefusals({ date_range: { from, to } }: Wanted, now: Date): Promise<ListReport> {
  const events = await readAccessList('student refusals', { from, to, now, dayOf: schoolDay });
  const ids = [...new Set(events.flatMap(({ studentId }) => studentId ?? []))];
  const students = new Map(
    (await studentsByIds(ids, ['studentId', 'classId', 'firstName', 'lastName'])).map((student) => [
      student.studentId,
      student,
    ]),
  );
  const days = displayRange({ from, to });
  return {
    name: reportTitles.failedLogins,
    about: days,
    note: `${countsOf(events, ids.length)}What was typed is not kept. The list goes back ${accessEventDays} days.`,
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
        student ? `${student.lastName}, ${student.firstName}` : 'No student of that name',
        kind === 'student locked out' ? 'Locked out after too many tries' : 'Wrong user name or password',
        network,
      ];
    }),
    nothing: reportMessages.noneRefused(days),
  };
}

/** "2 refusals and 1 lock-out of 1 student. " */
function countsOf(events: readonly AccessEventItem[], students: number): string {
  if (events.length === 0) return '';
  const lockOuts = events.filter(({ kind }) => kind === 'student locked out').length;
  const refused = pluralize(events.length - lockOuts, 'refusal');
  return `${refused} and ${pluralize(lockOuts, 'lock-out')} of ${pluralize(students, 'student')}. `;
}
