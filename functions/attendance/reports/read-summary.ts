import type { Session } from '#shared/attendance/limits.ts';
import type { SchoolDay } from '#shared/attendance/school-days.ts';
import type { DayRange } from '../../attendance-records/attendance-record.ts';
import { type ClassDayItem, classDays, isTaken } from '../../attendance-records/class-day.ts';
import { registeredByClass } from '../../marks/term-report.ts';
import { school } from '../../reference/school.ts';
import { currentStudentClasses } from '../../students/store.ts';
import { readListSource } from '../../students/term-lists.ts';
import { pastSchoolDays } from './read-class-attendance.ts';

/** Sessions of many students: each counts once for each of them. */
export interface SummaryFigures {
  attended: number;
  /** Possible attendance (rule 38). */
  total: number;
  excused: number;
  /** Times. */
  late: number;
  /** Times that a student came to school: what `late` is part of. */
  came: number;
  /** Sessions of a class that were not taken, and all of them. */
  notTaken: number;
  sessions: number;
}

/** The school in a range of days, by form level and class. */
export interface Summary extends DayRange {
  days: readonly SchoolDay[];
  forms: readonly (SummaryFigures & {
    formLevel: number;
    classes: readonly (SummaryFigures & { classId: string })[];
  })[];
  school: SummaryFigures;
}

/**
 * Figures of the whole school from the counts of its classes' days: for a year of a thousand students two queries and one for each
 * megabyte of counts, beside the calendar's and one a term for the size of the classes.
 */
export async function readSummary(range: DayRange, now: Date): Promise<Summary> {
  const [{ days }, counted] = await Promise.all([pastSchoolDays(range, now), classDays(range)]);
  const sizes = await classSizes(days);
  const byDay = new Map(counted.map((day) => [`${day.date} ${day.classId}`, day]));
  const classes = school().formClasses.map(({ id, form_level }) => ({
    formLevel: form_level,
    classId: id,
    ...classFigures(days, {
      countOf: ({ date }) => byDay.get(`${date} ${id}`),
      sizeOf: ({ year, term }) => sizes.get(`${year}/${term}`)?.get(id) ?? 0,
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

/** How many students each class had, by term: those registered for it, or before that those who are in it now. */
async function classSizes(days: readonly SchoolDay[]): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const classIds = school().formClasses.map(({ id }) => id);
  const terms = [...new Map(days.map(({ year, term }) => [`${year}/${term}`, { year, term }]))];
  const registered = await Promise.all(
    terms.map(async ([key, ofTerm]) => [key, await registeredByClass({ ...ofTerm, classIds })] as const),
  );
  const fromRegister = new Set<string>();
  for (const [index, [key, ofTerm]] of terms.entries()) {
    const isNobody = [...(registered[index]?.[1].values() ?? [])].every((size) => size === 0);
    if (isNobody && (await readListSource(ofTerm)) !== 'term alone') fromRegister.add(key);
  }
  const now = new Map<string, number>();
  if (fromRegister.size > 0)
    for (const { classId } of await currentStudentClasses()) now.set(classId, (now.get(classId) ?? 0) + 1);
  return new Map(registered.map(([key, sizes]) => [key, fromRegister.has(key) ? now : sizes]));
}

interface ClassCounts {
  countOf: (day: SchoolDay) => ClassDayItem | undefined;
  sizeOf: (day: SchoolDay) => number;
}

function classFigures(days: readonly SchoolDay[], { countOf, sizeOf }: ClassCounts): SummaryFigures {
  const figures = none();
  for (const day of days) {
    const count = countOf(day);
    const size = sizeOf(day);
    figures.late += count?.late ?? 0;
    figures.came += Math.max(count?.am ?? 0, count?.pm ?? 0);
    figures.excused += count?.excused ?? 0;
    for (const session of day.sessions) {
      // A class without anybody has no sessions.
      if (size === 0 && !isTaken(count, session)) continue;
      figures.sessions += 1;
      figures.attended += count?.[session] ?? 0;
      // Who came and went since is counted where he was recorded: nobody attends more than all.
      figures.total += Math.max(size, recorded(count, session));
      if (!isTaken(count, session)) figures.notTaken += 1;
    }
  }
  return figures;
}

const recorded = (count: ClassDayItem | undefined, session: Session): number =>
  (count?.[session] ?? 0) + (count?.[`${session}Absent`] ?? 0);

const none = (): SummaryFigures => ({ attended: 0, total: 0, excused: 0, late: 0, came: 0, notTaken: 0, sessions: 0 });

function sumOf(all: readonly SummaryFigures[]): SummaryFigures {
  const sum = none();
  for (const one of all) for (const name of Object.keys(sum) as (keyof SummaryFigures)[]) sum[name] += one[name];
  return sum;
}
