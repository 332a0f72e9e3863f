import type { Input } from '#shared/http/contract.ts';
import type { reportsContract } from '#shared/reports/contract.ts';
import type { LogLine } from '#shared/reports/office-log.ts';
import { addDays, schoolMoment } from '#shared/school/school-time.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { type LogRow, readLog } from '../../../platform/table/office-log.ts';
import { school } from '../../../school/records/school.ts';
import { allAccounts } from '../../../sessions/accounts.ts';
import { studentsByIds } from '../../../students/records/store.ts';
import { studentOf, toLine } from './log-lines.ts';

type Question = Input<typeof reportsContract.officeLog>;

/** The rows of a page. One query, or two where the days reach over the end of a month in UTC. */
export async function pageRows({ account_id, kind, student_id, after, ...of }: Question) {
  const { from, until } = rangeOf(of, school().timeZone);
  // What is not before the last line of the page before; a place made by hand leads no further than what is asked for.
  const upTo = after !== undefined && after < until ? after : until;
  if (upTo < from) return { rows: [], next: null };
  const filters = { from, until: upTo, accountId: account_id, kind, studentId: student_id };
  const latest = upTo.slice(0, 7);
  const months = [...new Set([latest, from.slice(0, 7)])];
  for (const [index, month] of months.entries()) {
    const isLast = index === months.length - 1;
    const page = await readLog({ ...filters, month, after });
    if (page.rows.length > 0 || page.next !== null || isLast) {
      // The month before goes on where this one ends.
      return { rows: page.rows, next: page.next ?? (isLast ? null : `${month}-01`) };
    }
  }
  return { rows: [], next: null };
}

/** Names for the lines: one query for the accounts, and one request for the students of a page. */
export async function namedLines(
  rows: readonly LogRow[],
  caller: Caller,
): Promise<{ lines: LogLine[]; people: Person[] }> {
  const studentIds = [...new Set(rows.flatMap((row) => studentOf(row) ?? []))];
  const [accounts, students] = await Promise.all([
    allAccounts(),
    studentsByIds(studentIds, ['studentId', 'firstName', 'lastName', 'classId']),
  ]);
  const names = {
    people: new Map(accounts.map(({ accountId, name }) => [accountId, name])),
    students: new Map(students.map((student) => [student.studentId, student])),
  };
  return {
    lines: rows.map((row) => toLine(row, names, caller)),
    people: accounts
      .map(({ accountId, name }) => ({ account_id: accountId, name }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

interface Person {
  account_id: string;
  name: string;
}

/** UTC moments between which a month or a day of the school is: `until` is the first moment after it. */
export function rangeOf({ month, day }: { month: string; day?: string | undefined }, timeZone: string) {
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
  // What the clock at the school is ahead of UTC then; asked twice, for it may change that very night.
  const aheadAt = (moment: number) => {
    const { date, time } = schoolMoment(new Date(moment), timeZone);
    return Date.parse(`${date}T${time}Z`) - moment;
  };
  return new Date(midnight - aheadAt(midnight - aheadAt(midnight))).toISOString();
}
