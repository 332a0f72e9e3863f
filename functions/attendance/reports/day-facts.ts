import type { SessionMark } from '#shared/attendance/limits.ts';
import { readMany } from '../../platform/table/table.ts';
import { isPerhapsArchived } from '../records/archived-half-year.ts';
import { type AttendanceItem, attendanceKey, halfYearOf, recordUnlessDeleted } from '../records/attendance-record.ts';
import { countsByDay } from '../records/class-day.ts';
import { type DaySource, readKeptDays, repairKeptMonths } from '../records/kept-days.ts';
import { readAttendanceOfStudents } from '../records/read-records.ts';
import type { DayFacts } from './figures.ts';

const factNames = ['classId', 'am', 'pm', 'late', 'excused'] as const;
type FactRecord = Pick<AttendanceItem, (typeof factNames)[number] | 'studentId' | 'date' | 'deletedAt'>;

/** Records that are read by their keys; more are read with the others of their students' half years. */
const mostKeys = 200;

/**
 * The facts of students of a class, by student and day; days without a record are absent. One request for days that are
 * kept (`readKeptDays`); of others one for each hundred days of students, or one for each fifty students and half year.
 */
export async function readDayFacts(
  classId: string,
  { studentIds, dates }: { studentIds: readonly string[]; dates: readonly string[] },
): Promise<ReadonlyMap<string, ReadonlyMap<string, DayFacts>>> {
  const decoded = new Map<string, DayFacts>();
  const factsOf = (code: string): DayFacts => {
    const facts = decoded.get(code) ?? decodeFacts(code, classId);
    decoded.set(code, facts);
    return facts;
  };
  const days = await readKeptDays(codesOfClass(classId), { dates, names: studentIds });
  const found = new Map(studentIds.map((id) => [id, new Map<string, DayFacts>()]));
  for (const [date, codes] of days) {
    for (const [id, own] of found) {
      const code = codes[id] ?? noRecord;
      if (code !== noRecord) own.set(date, factsOf(code));
    }
  }
  return found;
}

/** By student the day's facts as a code; none where there is no record. */
const codesOfClass = (classId: string): DaySource<string> => ({
  of: `class#${classId}`,
  format: 1,
  read: async (dates, studentIds) => {
    const byDay = Map.groupBy(await readRecords(studentIds, dates), ({ date }) => date);
    const nobody = Object.fromEntries(studentIds.map((id) => [id, noRecord]));
    return new Map(
      dates.map((date) => {
        const codes = (byDay.get(date) ?? []).map((record) => [record.studentId, encodeFacts(record, classId)]);
        return [date, { ...nobody, ...Object.fromEntries(codes) }];
      }),
    );
  },
});

/**
 * Compares what reports keep of the days of a half year with the records, and corrects it. Returns what was wrong
 * (`repairKeptMonths`).
 */
export const repairKeptDays = (half: string): Promise<string[]> =>
  repairKeptMonths(half, (of) => (of === countsByDay.of ? countsByDay : codesOfClass(of.slice('class#'.length))));

async function readRecords(studentIds: readonly string[], dates: readonly string[]): Promise<readonly FactRecord[]> {
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined || studentIds.length === 0) return [];
  if (dates.length * studentIds.length <= mostKeys && !isPerhapsArchived(halfYearOf(from))) {
    const keys = dates.flatMap((date) => studentIds.map((studentId) => attendanceKey(studentId, date)));
    const records = await readMany(keys, ['studentId', 'date', 'deletedAt', ...factNames]);
    return records.filter((record) => recordUnlessDeleted(record) !== undefined);
  }
  return readAttendanceOfStudents(studentIds, { from, to }, factNames);
}

const noRecord = '';

/** `PA`, `P-L`, `AAE`: the marks, late, excused; behind an @ the record's class where it is another one. */
const encodeFacts = ({ am, pm, late, excused, classId: of }: FactRecord, classId: string): string =>
  [am ?? '-', pm ?? '-', late ? 'L' : '', excused ? 'E' : '', of === classId ? '' : `@${of}`].join('');

function decodeFacts(code: string, classId: string): DayFacts {
  const at = code.indexOf('@');
  const flags = at < 0 ? code : code.slice(0, at);
  const mark = (letter: string | undefined): SessionMark | undefined =>
    letter === 'P' || letter === 'A' ? letter : undefined;
  return {
    am: mark(code[0]),
    pm: mark(code[1]),
    classId: at < 0 ? classId : code.slice(at + 1),
    late: flags.includes('L', 2),
    excused: flags.includes('E', 2),
  };
}
