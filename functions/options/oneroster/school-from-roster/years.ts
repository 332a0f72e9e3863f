import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { fromSchoolYear, toEndDate, toLastDay } from '#shared/options/oneroster/standard/versions.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { PeriodItem } from '../../../school/records/periods.ts';
import { school } from '../../../school/records/school.ts';
import type { Roster, RosterRow } from '../reading/read-roster.ts';
import { type GiveSourcedId, type SourcedIdItem, sourcedKeys } from '../sourced-ids.ts';

interface TermOfFile {
  /** Start year of the school year. */
  year: number;
  term: 1 | 2 | 3;
  /** The day behind the last one, yyyy-MM-dd; empty where the file does not say. */
  end: string;
}

/** The school years and terms of a file, compared with those of the school: none is changed. */
export interface YearsOfFile {
  /** Of a term or year of the file: the year in which its school year begins; undefined where there is none. */
  yearOf: (sourcedId: string) => number | undefined;
  /** The term that a session of the file or of the school is, or is part of; `year` for a whole year. */
  termOf: (sourcedId: string) => TermOfFile | 'year' | undefined;
  /** Whether a term is over: a later one is the current one or, where none is, its last day has passed. */
  isOver: (term: TermOfFile) => boolean;
  notes: readonly string[];
  /** What the file calls the years and terms that the school has. */
  ids: readonly SourcedIdItem[];
}

interface Comparing {
  periods: readonly PeriodItem[];
  current: { year: number; term: 1 | 2 | 3 } | null;
  give: GiveSourcedId;
  /** yyyy-MM-dd. */
  today: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

export function compareYears(
  { tables: { academicSessions } }: Roster,
  { periods, current, give, today }: Comparing,
): YearsOfFile {
  const sessions = academicSessions.filter(({ isDeleted }) => !isDeleted);
  const byId = new Map(sessions.map((one) => [one.sourcedId, one]));
  const known = new Map(
    periods.flatMap(({ year, term }) => [
      [give('academicSession', sourcedKeys.year(year)), year] as const,
      [give('academicSession', sourcedKeys.term(year, term)), year] as const,
    ]),
  );
  const ofSchool = new Map(
    periods.map(({ year, term }) => [give('academicSession', sourcedKeys.term(year, term)), { year, term }] as const),
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
  const termById = findTerms();
  for (const { sourcedId, cells } of terms) {
    const { year, term } = termById.get(sourcedId) ?? {};
    const period = periods.find((one) => one.year === year && one.term === term);
    if (!period) continue;
    ids.push({ kind: 'academicSession', key: sourcedKeys.term(period.year, period.term), sourcedId });
    const title = schoolFileTermTitle(school().terms, period.term);
    const theirs = `${displayDate(cells.startDate ?? '')} to ${displayDate(toLastDay(cells.endDate ?? ''))}`;
    const { dateStart, dateEnd } = period;
    if (dateStart === undefined || dateEnd === undefined) notes.push(wordings.termWithoutDates(title, theirs));
    else if (dateStart !== cells.startDate || ![dateEnd, toEndDate(dateEnd)].includes(cells.endDate ?? ''))
      notes.push(wordings.termDates(title, `${displayDate(dateStart)} to ${displayDate(dateEnd)}`, theirs));
  }
  const isOver = ({ year, term, end }: TermOfFile): boolean =>
    current ? year < current.year || (year === current.year && term < current.term) : end !== '' && end <= today;
  return { yearOf, termOf, isOver, notes, ids };

  function termOf(id: string): TermOfFile | 'year' | undefined {
    const own = byId.get(id);
    const chain = own ? chainOf(own, byId) : [];
    const found = chain.flatMap(({ sourcedId }) => termById.get(sourcedId) ?? [])[0] ?? ofSchool.get(id);
    if (!found) return own?.cells.type?.toLowerCase() === 'schoolyear' || known.has(id) ? 'year' : undefined;
    return { ...found, end: chain.at(0)?.cells.endDate ?? '' };
  }

  /**
   * Which term each is: by its id, or by the term of the school on most of whose days it is, or by their order in a
   * year that the school does not have. Two of the file are never one of the school.
   */
  function findTerms(): Map<string, { year: number; term: 1 | 2 | 3 }> {
    const found = new Map<string, { year: number; term: 1 | 2 | 3 }>();
    for (const [year, own] of Map.groupBy(terms, ({ sourcedId }) => yearOf(sourcedId))) {
      if (year === undefined) continue;
      const inOrder = own.toSorted((a, b) => (a.cells.startDate ?? '').localeCompare(b.cells.startDate ?? ''));
      const dated = periods.filter((one) => one.year === year && one.dateStart !== undefined);
      const places = inOrder.map(
        (one, index) =>
          ofSchool.get(one.sourcedId)?.term ??
          (dated.length > 0 ? onDaysOf(one, dated) : ([1, 2, 3] as const)[own.length <= 3 ? index : 3]),
      );
      for (const [index, { sourcedId }] of inOrder.entries()) {
        const term = places[index];
        if (term !== undefined && places.filter((one) => one === term).length === 1)
          found.set(sourcedId, { year, term });
      }
    }
    return found;
  }
}

/** The term of the school that shares most days with one of a file. */
function onDaysOf({ cells }: RosterRow, periods: readonly PeriodItem[]): 1 | 2 | 3 | undefined {
  const [start, end] = [cells.startDate ?? '', cells.endDate ?? ''].map((text) => Date.parse(text));
  const [most] = periods
    .map(({ term, dateStart = '', dateEnd = '' }) => ({
      term,
      shared: Math.min(end ?? 0, Date.parse(dateEnd)) - Math.max(start ?? 0, Date.parse(dateStart)),
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared);
  return most?.term;
}

/** A session, and what it is part of, upwards. Circles were refused. */
function chainOf(one: RosterRow, byId: ReadonlyMap<string, RosterRow>): RosterRow[] {
  const parent = byId.get(one.cells.parentSourcedId ?? '');
  return [one, ...(parent ? chainOf(parent, byId) : [])];
}
