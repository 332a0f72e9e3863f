import { attendanceContract } from '#shared/attendance/contract.ts';
import type { AttendanceSession } from '#shared/attendance/limits.ts';
import { toDateRange } from '#shared/attendance/report-range.ts';
import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { type ClassDayCounts, countsOfRecord, isSessionTaken, readClassDays } from '../records/class-day.ts';
import { type RecordWithoutStamps, readAttendanceOfStudents } from '../records/read-records.ts';
import { type PlacesOnDays, readPlacesOnDays } from '../register/students-of-class-on-day.ts';
import { isWithinStay } from './figures.ts';
import { readSchoolDaysUntilToday, withItsTerm } from './read-class-attendance.ts';

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
 * Reads the figures of the whole school from the counts of its classes' days. Requests for a year of a thousand
 * students: those of `readClassDays`, one where the days are kept, the calendar's, those of `readPlacesOnDays`, and one
 * for each fifty students and half year of those who came, left or moved in the range.
 */
export async function computeAttendanceSummary(range: DayRange, now: Date): Promise<AttendanceSummary> {
  const [{ days }, counted] = await Promise.all([readSchoolDaysUntilToday(range, now), readClassDays(range)]);
  const classIds = school().formClasses.map(({ id }) => id);
  const places = await readPlacesOnDays(classIds, days.map(withItsTerm));
  const records = await readRecordsToRecount(range, { days, places });
  const byDay = new Map<string, DayCounts>(counted.map((day) => [dayKey(day.date, day.classId), day]));
  // Whether a session was taken follows the records; students count in the class of the day, while they were at the
  // school.
  const counts = recountMoved(byDay, { records, days });
  const sizes = new Map(days.map((day) => [day.date, countByClass(day, places)]));
  const classes = school().formClasses.map(({ id, form_level }) => ({
    formLevel: form_level,
    classId: id,
    ...classFigures(days, {
      takenOf: ({ date }) => byDay.get(dayKey(date, id)),
      countOf: ({ date }) => counts.get(dayKey(date, id)),
      sizeOf: ({ date }) => sizes.get(date)?.get(id) ?? 0,
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

const dayKey = (date: string, classId: string): string => `${date} ${classId}`;

/** How many students were in each class on a day. */
function countByClass(day: SchoolDay, { candidates, classOf }: PlacesOnDays): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of candidates(withItsTerm(day))) {
    const classId = classOf(id, withItsTerm(day));
    if (classId !== undefined) counts.set(classId, (counts.get(classId) ?? 0) + 1);
  }
  return counts;
}

type MovedRecord = Pick<RecordWithoutStamps, (typeof recounting)[number] | 'studentId' | 'date' | 'deletedAt'>;
const recounting = ['classId', 'am', 'pm', 'late', 'excused', 'excusedSessions'] as const;

/** A record with the class that it counts for: none outside of the student's stay. */
interface RecordToRecount {
  record: MovedRecord;
  classId: string | undefined;
}

/** The records of students who came, left, or changed class since the first day. */
async function readRecordsToRecount(
  range: DayRange,
  { days, places: { students, left, classOf } }: { days: readonly SchoolDay[]; places: PlacesOnDays },
): Promise<RecordToRecount[]> {
  const isThere = (studentId: string, date: string) =>
    isWithinStay(students.get(studentId) ?? { status: 'current' }, date);
  // A stay has no gaps: who is there on the first and on the last day is there on all.
  const ends = [days[0], days.at(-1)].flatMap((day) => day?.date ?? []);
  const changing = [...students.keys()].filter((id) => left.has(id) || ends.some((date) => !isThere(id, date)));
  const records = changing.length > 0 ? await readAttendanceOfStudents(changing, range, recounting) : [];
  const dayOf = new Map(days.map((day) => [day.date, day]));
  return records.flatMap((record) => {
    const day = dayOf.get(record.date);
    if (!day) return [];
    if (!isThere(record.studentId, record.date)) return { record, classId: undefined };
    return { record, classId: classOf(record.studentId, withItsTerm(day)) ?? record.classId };
  });
}

/** The counts with each of these records in the class that it counts for. Pure. */
function recountMoved(
  byDay: ReadonlyMap<string, DayCounts>,
  { records, days }: { records: readonly RecordToRecount[]; days: readonly SchoolDay[] },
): ReadonlyMap<string, DayCounts> {
  const sessionsOf = new Map(days.map(({ date, sessions }) => [date, sessions]));
  const counts = new Map(byDay);
  const add = (key: string, record: ClassDayCounts & { excusedOfMoved?: number }, sign: 1 | -1) => {
    const sum: DayCounts = { ...counts.get(key) };
    for (const [name, count] of Object.entries(record) as [keyof DayCounts, number][])
      sum[name] = (sum[name] ?? 0) + sign * count;
    counts.set(key, sum);
  };
  for (const { record, classId } of records) {
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
