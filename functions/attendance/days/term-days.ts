import type { TermDates } from '#shared/attendance/school-days.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { allPeriods } from '../../school/records/periods.ts';
import { type DaySettingItem, daySettings } from '../records/day-setting.ts';
import { termDates } from '../records/school-calendar.ts';

/** A term, the current one where none is named, with what is set of its days. Two requests, and one for each half year that it is in. */
export async function settingsOfTerm({ year, term }: { year?: number | undefined; term?: 1 | 2 | 3 | undefined }) {
  const { periods, current } = await allPeriods();
  if (year === undefined && !current) throw new ConflictError('The office has not set the current term yet.');
  const wanted = year === undefined || term === undefined ? current : { year, term };
  const terms = periods.map(termDates);
  const found = terms.find((one) => one.year === wanted?.year && one.term === wanted.term);
  if (!found) throw new NotFoundError('This term is not on record.');
  const range = rangeOf(found);
  const settings: DaySettingItem[] = range ? await daySettings(range) : [];
  return { found, terms, range, settings };
}

function rangeOf({ dateStart: from, dateEnd: to }: TermDates): { from: string; to: string } | undefined {
  return from !== null && to !== null && from <= to ? { from, to } : undefined;
}
