import { attendanceContract } from '#shared/attendance/contract.ts';
import type { AttendanceSession } from '#shared/attendance/limits.ts';
import { toDateRange } from '#shared/attendance/report-range.ts';
import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { readClassRegistrations } from '../../marks/records/term-report.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { readCurrentStudents } from '../../students/records/rosters/read-rosters.ts';
import { readStudents } from '../../students/records/store.ts';
import { readListSource } from '../../students/records/term-lists.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { type ClassDayCounts, countsOfRecord, isSessionTaken, readClassDays } from '../records/class-day.ts';
import { type RecordWithoutStamps, readAttendanceOfStudents } from '../records/read-records.ts';
import { isWithinStay, type StudentStay, stayFields } from './figures.ts';
import { readSchoolDaysUntilToday } from './read-class-attendance.ts';

export const readAttendanceSummary = callHandler(attendanceContract.readAttendanceSummary, {
  handle: async ({ input, request }) => {
    const { from, to, days, forms, school } = await computeAttendanceSummary(toDateRange(input.dates), request.now);
    return {
      from,
      to,
      school_days: days.length,
      attendance_records: forms.map(({ formLevel, ...figures }) => ({ form_level: formLevel, ...answerOf(figures) })),
      attendance_school: answerOf(school),
      attendance_late: { attendance: school.late, total: school.came },
    };
  },
});

const answerOf = ({ attended, total, taken, excused, late, notTaken, sessions }: SummaryFigures) => ({
  attendance: attended,
  total,
  taken,
  excused,
  late,
  not_taken: notTaken,
  sessions,
});

/** Sessions of many students, each counted once for each student. */
export interface SummaryFigures {
  attended: number;
  /** Possible attendance (rule 38). */
  total: number;
  /** Of these, in sessions that were taken: what percentages are of. */
  taken: number;
  excused: number;
  /** Times. */
  late: number;
  /** Times that a student came to school, `late` included. */
  came: number;
  /** Sessions of a class that were not taken, and all of them. */
  notTaken: number;
  sessions: number;
}

/** The attendance of the school in a range of days, by form level and class. */
export interface AttendanceSummary extends DayRange {
  days: readonly SchoolDay[];
  forms: readonly (SummaryFigures & {
    formLevel: number;
    classes: readonly (SummaryFigures & { classId: string })[];
  })[];
  school: SummaryFigures;
}

/**
 * Reads the figures of the whole school from the counts of its classes' days. Requests for a year of a thousand students: those of `readClassDays`,
 * one where the days are kept, the calendar's, one a term for the class lists, one for each megabyte of students and each hundred who have left, and
 * one for each fifty students and half year of those who came, left or moved in the range.
 */
export async function computeAttendanceSummary(range: DayRange, now: Date): Promise<AttendanceSummary> {
  const [{ days }, counted] = await Promise.all([readSchoolDaysUntilToday(range, now), readClassDays(range)]);
  const lists = await readLists(days);
  const changes = await readPlaceChanges(range, { days, lists });
  const byDay = new Map<string, DayCounts>(counted.map((day) => [dayKey(day.date, day.classId), day]));
  // Whether a session was taken follows the records; students count in the class of the term, while they were at the school.
  const counts = recountMoved(byDay, { changes, days });
  const classes = school().formClasses.map(({ id, form_level }) => ({
    formLevel: form_level,
    classId: id,
    ...classFigures(days, {
      takenOf: ({ date }) => byDay.get(dayKey(date, id)),
      countOf: ({ date }) => counts.get(dayKey(date, id)),
      sizeOf: ({ date, ...ofTerm }) => {
        const ids = lists.get(termKey(ofTerm))?.byClass.get(id) ?? [];
        return ids.filter((one) => !changes.comers.has(one) || changes.isThere(one, date)).length;
      },
    }),
  }));
  const levels = [...new Set(classes.map(({ formLevel }) => formLevel))].sort((a, b) => a - b);
  return {
    ...range,
    days,
    forms: levels.map((formLevel) => {
      const own = classes.filter((entry) => entry.formLevel === formLevel);
      return { formLevel, classes: own, ...sumOf(own) };
    }),
    school: sumOf(classes),
  };
}

/** A class's day; for students who moved, excuses are counted by their class at the time. */
type DayCounts = Partial<ClassDayCounts> & { excusedOfMoved?: number };
type TermOf = Pick<SchoolDay, 'year' | 'term'>;

const dayKey = (date: string, classId: string): string => `${date} ${classId}`;
const termKey = ({ year, term }: TermOf): string => `${year}/${term}`;

/** The class of each student in a term, the students of each class, and the students who moved in it. */
interface TermList {
  byClass: ReadonlyMap<string, readonly string[]>;
  classOf: ReadonlyMap<string, string>;
  movedIds: ReadonlySet<string>;
}

/** The students of each class, by term: those registered, or before registration those in it now. */
async function readLists(days: readonly SchoolDay[]): Promise<ReadonlyMap<string, TermList>> {
  const classIds = school().formClasses.map(({ id }) => id);
  const terms = [...new Map(days.map(({ year, term }) => [termKey({ year, term }), { year, term }]))];
  const lists = await Promise.all(
    terms.map(async ([key, ofTerm]) => {
      const registrations = await readClassRegistrations({ ...ofTerm, classIds });
      const isNobody = registrations.every(({ studentIds = [] }) => studentIds.length === 0);
      const isFromRegister = isNobody && (await readListSource(ofTerm)) !== 'term alone';
      return { key, registrations, isFromRegister };
    }),
  );
  const now = new Map<string, string[]>();
  if (lists.some(({ isFromRegister }) => isFromRegister))
    for (const { classId, studentId } of await readCurrentStudents())
      now.set(classId, [...(now.get(classId) ?? []), studentId]);
  return new Map(
    lists
      .map(({ key, registrations, isFromRegister }) => {
        const byClass = isFromRegister
          ? now
          : new Map(registrations.map(({ classId, studentIds = [] }) => [classId, studentIds]));
        const classOf = new Map([...byClass].flatMap(([classId, ids]) => ids.map((id) => [id, classId] as const)));
        return {
          ...{ key, byClass, classOf },
          movedIds: new Set(registrations.flatMap(({ movedIds = [] }) => movedIds)),
        };
      })
      .map(({ key, ...list }) => [key, list]),
  );
}

interface PlaceChanges {
  /** Students who were not at the school on some day of a term of theirs. */
  comers: ReadonlySet<string>;
  isThere: (studentId: string, date: string) => boolean;
  /** Records of students who came, left or moved in the range, each with the class that it counts for: none outside of the student's stay. */
  records: readonly { record: MovedRecord; classId: string | undefined }[];
}

type MovedRecord = Pick<RecordWithoutStamps, (typeof recounting)[number] | 'studentId' | 'date' | 'deletedAt'>;
const recounting = ['classId', 'am', 'pm', 'late', 'excused', 'excusedSessions'] as const;

async function readPlaceChanges(
  range: DayRange,
  { days, lists }: { days: readonly SchoolDay[]; lists: ReadonlyMap<string, TermList> },
): Promise<PlaceChanges> {
  const listed = new Set([...lists.values()].flatMap(({ classOf }) => [...classOf.keys()]));
  const stays = await staysOf(listed);
  const isThere = (studentId: string, date: string) =>
    isWithinStay(stays.get(studentId) ?? { status: 'current' }, date);
  const listOf = (day: TermOf) => lists.get(termKey(day));
  // A stay has no gaps: who is there on the first and on the last day is there on all.
  const ends = [days[0], days.at(-1)].flatMap((day) => day?.date ?? []);
  const comers = new Set(
    [...listed].filter(
      (id) =>
        ends.some((date) => !isThere(id, date)) &&
        days.some((day) => listOf(day)?.classOf.has(id) && !isThere(id, day.date)),
    ),
  );
  const moved = [...lists.values()].flatMap(({ movedIds, classOf }) => [...movedIds].filter((id) => classOf.has(id)));
  const ids = [...new Set([...comers, ...moved])];
  const records = ids.length > 0 ? await readAttendanceOfStudents(ids, range, recounting) : [];
  const dayOf = new Map(days.map((day) => [day.date, day]));
  return {
    comers,
    isThere,
    records: records.flatMap((record) => {
      const day = dayOf.get(record.date);
      if (!day) return [];
      if (!isThere(record.studentId, record.date)) return { record, classId: undefined };
      return { record, classId: listOf(day)?.classOf.get(record.studentId) ?? record.classId };
    }),
  };
}

/** The stays of these students at the school. */
async function staysOf(studentIds: ReadonlySet<string>): Promise<ReadonlyMap<string, StudentStay>> {
  const stays = new Map<string, StudentStay>();
  for (const { studentId, status, entryDate } of await readCurrentStudents())
    stays.set(studentId, { status, entryDate });
  const others = await readStudents(
    [...studentIds].filter((id) => !stays.has(id)),
    ['studentId', ...stayFields],
  );
  for (const { studentId, ...stay } of others) stays.set(studentId, stay);
  return stays;
}

/** The counts with each of these records in the class that it counts for. Pure. */
function recountMoved(
  byDay: ReadonlyMap<string, DayCounts>,
  { changes, days }: { changes: PlaceChanges; days: readonly SchoolDay[] },
): ReadonlyMap<string, DayCounts> {
  const sessionsOf = new Map(days.map(({ date, sessions }) => [date, sessions]));
  const counts = new Map(byDay);
  const add = (key: string, record: ClassDayCounts & { excusedOfMoved?: number }, sign: 1 | -1) => {
    const sum: DayCounts = { ...counts.get(key) };
    for (const [name, count] of Object.entries(record) as [keyof DayCounts, number][])
      sum[name] = (sum[name] ?? 0) + sign * count;
    counts.set(key, sum);
  };
  for (const { record, classId } of changes.records) {
    if (classId === record.classId) continue;
    const recordedIn = dayKey(record.date, record.classId);
    const own = countsOfRecord(record);
    const missed = (sessionsOf.get(record.date) ?? []).filter(
      (session) => (record[session] ?? (isSessionTaken(byDay.get(recordedIn), session) ? 'A' : 'P')) === 'A',
    );
    const excusedOfMoved = record.excused ? missed.length : 0;
    add(recordedIn, own, -1);
    if (classId !== undefined) add(dayKey(record.date, classId), { ...own, excused: 0, excusedOfMoved }, 1);
  }
  return counts;
}

interface ClassCounts {
  takenOf: (day: SchoolDay) => DayCounts | undefined;
  countOf: (day: SchoolDay) => DayCounts | undefined;
  sizeOf: (day: SchoolDay) => number;
}

function classFigures(days: readonly SchoolDay[], { takenOf, countOf, sizeOf }: ClassCounts): SummaryFigures {
  const figures = none();
  for (const day of days) {
    const taken = takenOf(day);
    const count = countOf(day);
    const size = sizeOf(day);
    figures.late += count?.late ?? 0;
    figures.came += Math.max(count?.am ?? 0, count?.pm ?? 0);
    // The counts have excuses for the whole day, but nobody is absent in a session that was not taken.
    const share = day.sessions.filter((session) => isSessionTaken(taken, session)).length / day.sessions.length;
    figures.excused += Math.floor((count?.excused ?? 0) * share) + (count?.excusedOfMoved ?? 0);
    for (const session of day.sessions) {
      // A class without students has no sessions.
      if (size === 0 && !isSessionTaken(taken, session)) continue;
      figures.sessions += 1;
      figures.attended += count?.[session] ?? 0;
      // A student who is on no list counts in the class of the record, so attendance never exceeds the total.
      const possible = Math.max(size, recorded(count, session));
      figures.total += possible;
      if (isSessionTaken(taken, session)) figures.taken += possible;
      else figures.notTaken += 1;
    }
  }
  return figures;
}

const recorded = (count: DayCounts | undefined, session: AttendanceSession): number =>
  (count?.[session] ?? 0) + (count?.[`${session}Absent`] ?? 0);

const none = (): SummaryFigures => ({
  attended: 0,
  total: 0,
  taken: 0,
  excused: 0,
  late: 0,
  came: 0,
  notTaken: 0,
  sessions: 0,
});

function sumOf(all: readonly SummaryFigures[]): SummaryFigures {
  const sum = none();
  for (const one of all) for (const name of Object.keys(sum) as (keyof SummaryFigures)[]) sum[name] += one[name];
  return sum;
}
