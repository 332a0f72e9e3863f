import {
  type DaySettingInput,
  heldSessionsChoices,
  limitTimeNames,
  listHeldSessions,
  maxDaysPerChange,
} from '#shared/attendance/day-setting-input.ts';
import { datesBetween, findTermOfDay, schoolFileClosure, type TermDates } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { noCurrentTerm } from '#shared/school/closed-term.ts';
import { noSuchTerm } from '#shared/school/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { readItems } from '../../platform/table/table.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { type DaySettingItem, daySettingKey, readDaySettings } from '../records/day-setting.ts';
import { toTermDates } from '../records/school-calendar.ts';

/** A day with its present setting. */
export interface DayToSet {
  date: string;
  before: DaySettingItem | undefined;
}

/** The term that a range of days is in. Two requests. @throws ValidationError where it is in none, or too long */
export async function findTermOfRange({ from, to }: { from: string; to: string }): Promise<TermDates> {
  if (Date.parse(to) - Date.parse(from) >= maxDaysPerChange * 86_400_000)
    throw new ValidationError({ to: [attendanceWordings.mostDays(maxDaysPerChange)] });
  const terms = (await readAllPeriods()).periods.map(toTermDates);
  const term = findTermOfDay(from, terms);
  if (!term) throw new ValidationError({ from: [attendanceWordings.notInTerm] });
  if (findTermOfDay(to, terms) !== term) throw new ValidationError({ to: [attendanceWordings.notInSameTerm] });
  return term;
}

/** The days of a range with their present settings. One request. */
export const readDaysToSet = async ({ from, to }: { from: string; to: string }): Promise<DayToSet[]> => {
  const dates = datesBetween(from, to);
  const { settings } = await readItems({ settings: dates.map(daySettingKey) });
  const byDate = new Map(settings.map((setting) => [setting.date, setting]));
  return dates.map((date) => ({ date, before: byDate.get(date) }));
};

/**
 * The days of a range that a choice applies to. A single day always; in a range of several, days without school by the
 * school file and without a setting are left out: closing a week does not set its weekend.
 */
export function chooseDaysToSet(
  days: readonly DayToSet[],
  { held }: Pick<DaySettingInput, 'held'>,
): readonly DayToSet[] {
  if (days.length === 1) return days;
  const chosen = days.filter(
    ({ date, before }) => before?.sessions !== undefined || schoolFileClosure(date, school().attendance) === null,
  );
  if (chosen.length === 0 && held !== null) throw new ValidationError({ from: [attendanceWordings.usuallyNoSchool] });
  return chosen;
}

/** A closed day needs a reason, which registers and stations show. */
export function requireReason({ held, title }: DaySettingInput): void {
  if (held === 'none' && title === null) throw new ValidationError({ title: [attendanceWordings.whyClosed] });
}

/** The part of a setting that the office chooses. */
type Chosen = Pick<DaySettingItem, 'sessions' | 'limits' | 'title'>;

/** A choice as it is stored, without defaults. */
export function toStoredDaySetting({ held, title, limits }: DaySettingInput): Chosen {
  if (held === null) return {};
  return {
    sessions: listHeldSessions(held),
    ...(title === null ? {} : { title }),
    ...(limits === null || held === 'none' ? {} : { limits }),
  };
}

/** A stored setting as the calls name it. */
export function toDaySettingInput(setting: Chosen | undefined): DaySettingInput {
  const { sessions, title = null, limits } = setting ?? {};
  if (!sessions) return { held: null, title: null, limits: null };
  const held = heldSessionsChoices.find((one) => listHeldSessions(one).join() === sessions.join()) ?? 'both';
  const times = limitTimeNames.flatMap((name) => (limits?.[name] === undefined ? [] : [[name, limits[name]]]));
  return {
    held,
    title,
    limits: times.length === limitTimeNames.length ? (Object.fromEntries(times) as DaySettingInput['limits']) : null,
  };
}

export const isSameDayChoice = (one: DaySettingInput, other: DaySettingInput): boolean =>
  one.held === other.held &&
  one.title === other.title &&
  limitTimeNames.every((name) => one.limits?.[name] === other.limits?.[name]);

/**
 * A term (the current one by default) with the settings of its days. Two requests, and one for each half year that it
 * is in.
 */
export async function readTermWithDaySettings({
  year,
  term,
}: {
  year?: number | undefined;
  term?: 1 | 2 | 3 | undefined;
}) {
  const { periods, current } = await readAllPeriods();
  if (year === undefined && !current) throw new ConflictError(noCurrentTerm);
  const wanted = year === undefined || term === undefined ? current : { year, term };
  const terms = periods.map(toTermDates);
  const found = terms.find((one) => one.year === wanted?.year && one.term === wanted.term);
  if (!found) throw new NotFoundError(noSuchTerm);
  const range = rangeOf(found);
  const settings: DaySettingItem[] = range ? await readDaySettings(range) : [];
  return { found, terms, range, settings };
}

function rangeOf({ dateStart: from, dateEnd: to }: TermDates): { from: string; to: string } | undefined {
  return from !== null && to !== null && from <= to ? { from, to } : undefined;
}
