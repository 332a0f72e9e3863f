import type { Input } from '#shared/http/contract.ts';
import { findSharedNames, nameApart } from '#shared/people/shared-names.ts';
import type { reportsContract } from '#shared/reports/contract.ts';
import type { LogLine } from '#shared/reports/office-log.ts';
import { addDays, schoolMoment } from '#shared/school/school-time.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { type LogRow, readLog } from '../../../platform/table/office-log.ts';
import { school } from '../../../school/records/school.ts';
import { listStaffAccounts } from '../../../sessions/accounts.ts';
import { readStudents } from '../../../students/records/store.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { studentOfLogRow, toLogLine } from './log-lines.ts';

type Question = Input<typeof reportsContract.readOfficeLog>;

/** Reads the rows of a page. One query, or two where the range crosses the end of a month in UTC. */
export async function readLogPageRows({ account_id, kind, student_id, after, ...of }: Question) {
  const { from, until } = utcRangeOf(of, school().timeZone);
  // The page starts after the previous page's last line. A forged cursor cannot leave the requested range.
  const upTo = after !== undefined && after < until ? after : until;
  if (upTo < from) return { rows: [], next: null };
  const filters = { from, until: upTo, accountId: account_id, kind, studentId: student_id };
  const latest = upTo.slice(0, 7);
  const months = [...new Set([latest, from.slice(0, 7)])];
  for (const [index, month] of months.entries()) {
    const isLast = index === months.length - 1;
    const page = await readLog({ ...filters, month, after });
    if (page.rows.length > 0 || page.next !== null || isLast) {
      // The next page is in the month before.
      return { rows: page.rows, next: page.next ?? (isLast ? null : `${month}-01`) };
    }
  }
  return { rows: [], next: null };
}

/** Adds names to the lines. One query each for accounts and subjects, and one request for the students of a page. */
export async function addNamesToLines(
  rows: readonly LogRow[],
  caller: Caller,
): Promise<{ lines: LogLine[]; people: Person[] }> {
  const studentIds = [...new Set(rows.flatMap((row) => studentOfLogRow(row) ?? []))];
  const [accounts, subjects, students] = await Promise.all([
    listStaffAccounts(),
    readSubjectNamesById(),
    readStudents(studentIds, ['studentId', 'firstName', 'lastName', 'classId']),
  ]);
  const nameOf = nameApart(accounts, { name: (one) => one.name, id: (one) => one.userName });
  const names = {
    people: new Map(accounts.map((account) => [account.accountId, nameOf(account)])),
    students: new Map(students.map((student) => [student.studentId, student])),
    subjects,
  };
  const shared = findSharedNames(accounts.map(({ name }) => name));
  // The name of the time; who has the name of somebody else is told apart.
  const nameThen = ({ by, account_id: id }: LogLine) =>
    shared.has(by) ? (names.people.get(id) ?? `${by} (${id})`) : by;
  return {
    lines: rows.map((row) => toLogLine(row, names, caller)).map((line) => ({ ...line, by: nameThen(line) })),
    people: accounts
      .map((account) => ({ account_id: account.accountId, name: nameOf(account) }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

interface Person {
  account_id: string;
  name: string;
}

/** The start of a month or day of the school, and the first moment after it, as UTC moments. */
function utcRangeOf({ month, day }: { month: string; day?: string | undefined }, timeZone: string) {
  const first = day ?? `${month}-01`;
  return {
    from: startOf(first, timeZone),
    until: startOf(day ? addDays(day, 1) : `${monthAfter(month)}-01`, timeZone),
  };
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** The first moment of a day at the school. */
function startOf(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The school's offset from UTC; computed twice, as it may change that night.
  const aheadAt = (moment: number) => {
    const { date, time } = schoolMoment(new Date(moment), timeZone);
    return Date.parse(`${date}T${time}Z`) - moment;
  };
  return new Date(midnight - aheadAt(midnight - aheadAt(midnight))).toISOString();
}
