import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { fromSchoolYear, toEndDate, toLastDay } from '#shared/options/oneroster/standard/versions.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { PeriodItem } from '../../../school/records/periods.ts';
import { school } from '../../../school/records/school.ts';
import type { Roster, RosterRow } from '../reading/read-roster.ts';
import { type GiveSourcedId, type SourcedIdItem, sourcedKeys } from '../sourced-ids.ts';

/** The school years and terms of a file, compared with those of the school: none is changed. */
export interface YearsOfFile {
  /** Of a term or year of the file: the year in which its school year begins; undefined where there is none. */
  yearOf: (sourcedId: string) => number | undefined;
  notes: readonly string[];
  /** What the file calls the years and terms that the school has. */
  ids: readonly SourcedIdItem[];
}

const day = /^\d{4}-\d{2}-\d{2}$/;

export function compareYears(
  { tables: { academicSessions } }: Roster,
  { periods, give }: { periods: readonly PeriodItem[]; give: GiveSourcedId },
): YearsOfFile {
  const sessions = academicSessions.filter(({ isDeleted }) => !isDeleted);
  const byId = new Map(sessions.map((one) => [one.sourcedId, one]));
  const known = new Map(
    periods.flatMap(({ year, term }) => [
      [give('academicSession', sourcedKeys.year(year)), year] as const,
      [give('academicSession', sourcedKeys.term(year, term)), year] as const,
    ]),
  );
  const yearOf = (id: string): number | undefined => {
    const own = byId.get(id);
    if (!own) return known.get(id);
    const chain = chainOf(own, byId);
    const ofYear = chain.find(({ cells }) => cells.type?.toLowerCase() === 'schoolyear');
    const start = (ofYear ?? chain.at(-1))?.cells.startDate;
    // The standard names a school year by the calendar year in which it ends.
    if (ofYear && start !== undefined && day.test(start)) return Number(start.slice(0, 4));
    return /^\d{4}$/.test(own.cells.schoolYear ?? '') ? fromSchoolYear(own.cells.schoolYear ?? '') : undefined;
  };
  const notes: string[] = [];
  const ids: SourcedIdItem[] = [];
  const years = new Set(periods.map(({ year }) => year));
  for (const { sourcedId, cells } of sessions) {
    const year = yearOf(sourcedId);
    if (cells.type?.toLowerCase() === 'schoolyear' && year !== undefined && years.has(year))
      ids.push({ kind: 'academicSession', key: sourcedKeys.year(year), sourcedId });
  }
  const terms = sessions.filter(
    ({ cells }) =>
      cells.type?.toLowerCase() === 'term' && day.test(cells.startDate ?? '') && day.test(cells.endDate ?? ''),
  );
  for (const [year, own] of Map.groupBy(terms, ({ sourcedId }) => yearOf(sourcedId))) {
    if (year === undefined || !years.has(year)) continue;
    const inOrder = own.toSorted((a, b) => (a.cells.startDate ?? '').localeCompare(b.cells.startDate ?? ''));
    for (const [index, { sourcedId, cells }] of inOrder.entries()) {
      const period = periods.find((one) => one.year === year && one.term === index + 1);
      if (!period) continue;
      ids.push({ kind: 'academicSession', key: sourcedKeys.term(year, period.term), sourcedId });
      const title = schoolFileTermTitle(school().terms, period.term);
      const theirs = `${displayDate(cells.startDate ?? '')} to ${displayDate(toLastDay(cells.endDate ?? ''))}`;
      const { dateStart, dateEnd } = period;
      if (dateStart === undefined || dateEnd === undefined) notes.push(wordings.termWithoutDates(title, theirs));
      else if (dateStart !== cells.startDate || ![dateEnd, toEndDate(dateEnd)].includes(cells.endDate ?? ''))
        notes.push(wordings.termDates(title, `${displayDate(dateStart)} to ${displayDate(dateEnd)}`, theirs));
    }
  }
  return { yearOf, notes, ids };
}

/** A session, and what it is part of, upwards. Circles were refused. */
function chainOf(one: RosterRow, byId: ReadonlyMap<string, RosterRow>): RosterRow[] {
  const parent = byId.get(one.cells.parentSourcedId ?? '');
  return [one, ...(parent ? chainOf(parent, byId) : [])];
}
