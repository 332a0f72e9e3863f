import { academicYearTitle } from '#shared/school/academic-year.ts';
import type { TermReportItem } from '../../../marks/records/term-report.ts';
import type { SheetCellValue } from '../../../platform/xlsx/safe-cell.ts';
import { momentText } from '../../../school/records/moment-text.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { type AccessEventItem, listAccessOfAccount, readAccessList } from '../../../sessions/access-events.ts';
import { studentAccountId } from '../../../sessions/student-accounts.ts';

export const titleOfReport = ({ year, term }: { year: number; term: number }): string =>
  `${academicYearTitle(year)} Term ${term}`;

/**
 * Each event of access that names the student, as long as they are kept (rule 48), earliest first: openings of report
 * cards, those of the student's class among them, refusals, and what the student's account did but for sign-ins, which
 * are in no list. A query for each month and list, thirty at most, and one.
 */
export async function readAccessRows(
  studentId: string,
  { reports, madeAt }: { reports: readonly TermReportItem[]; madeAt: Date },
): Promise<SheetCellValue[][]> {
  const range = { from: '1950-01-01', to: schoolDay(madeAt), now: madeAt, dayOf: schoolDay };
  const [cards, refusals, ofAccount] = await Promise.all([
    readAccessList('report cards', range),
    readAccessList('student refusals', range),
    listAccessOfAccount(studentAccountId(studentId)),
  ]);
  const classOf = new Map(reports.map((report) => [titleOfReport(report), report.classId]));
  const isAbout = (event: AccessEventItem) =>
    event.studentId === studentId ||
    (event.studentId === undefined && event.classId === classOf.get(titleOfCard(event)));
  const rows = [
    ...cards.filter(isAbout).map((event) => ({ ...event, what: openingText(event) })),
    ...refusals
      .filter((event) => event.studentId === studentId)
      .map((event) => ({ ...event, what: refusalTexts[event.kind] ?? event.kind })),
    ...ofAccount.map((event) => ({ ...event, what: `the account: ${event.kind}` })),
  ];
  return rows
    .filter(({ expires }) => expires * 1000 > madeAt.getTime())
    .sort((a, b) => a.at.localeCompare(b.at))
    .map(({ at, what, kind, network }) => [
      ...[momentText(at), what.charAt(0).toUpperCase() + what.slice(1)],
      kind === 'document opened' ? null : network,
    ]);
}

const refusalTexts: Partial<Record<AccessEventItem['kind'], string>> = {
  'student refused': 'a sign-in of the student was refused',
  'student locked out': 'the student was locked out after wrong passwords',
  'link refused': 'a wrong date of birth was typed for a link to a report card',
  'link locked out': 'a link to a report card was ended after wrong dates of birth',
};

const titleOfCard = ({ year = 0, term }: AccessEventItem): string => titleOfReport({ year, term: term ?? 0 });

function openingText(event: AccessEventItem): string {
  const { kind, studentId, classId } = event;
  const of = titleOfCard(event);
  if (kind === 'report card opened') return `the student opened the report card of ${of}`;
  if (kind === 'report card opened by link') return `the report card of ${of} was opened by its link`;
  return studentId === undefined
    ? `the school opened the report cards of ${classId}, ${of}`
    : `the school opened the report card of ${of}`;
}
