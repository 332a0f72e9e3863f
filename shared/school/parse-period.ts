/** Titles of terms, as the school file has them. */
export type TermTitles = readonly { id: number; title: string }[];

/** "2019", "2019-2020", "2019/20" and "20192020" as 2019; undefined for anything else. */
export function parseAcademicYear(text: string): number | undefined {
  const [, first = '', second] = /^(\d{4})(?:\s*[-/–]?\s*(\d{4}|\d{2}))?$/.exec(text.trim()) ?? [];
  const year = Number(first);
  if (first === '' || year < 1950 || year > 2100) return undefined;
  const next = String(year + 1);
  return second === undefined || second === next || second === next.slice(2) ? year : undefined;
}

/** "1", "Term 1" and the titles of the school's terms; undefined for anything else. */
export function parseTerm(text: string, terms: TermTitles): 1 | 2 | 3 | undefined {
  const written = text.trim().toLowerCase();
  const byTitle = terms.find(({ title }) => title.toLowerCase() === written)?.id;
  const term = byTitle ?? Number(/^(?:term\s*)?([123])$/.exec(written)?.[1]);
  return term === 1 || term === 2 || term === 3 ? term : undefined;
}

/** Also as columns are headed: "T1", "Eng. T2". */
const termOfColumn = /(?<![\p{L}\p{N}])T\.?\s?([123])(?![\p{L}\p{N}])/giu;
const pairOfYears = /(?<!\d)((?:19|20)\d\d)\s*[-/–]\s*((?:19|20)?\d\d)(?!\d)/g;
const numbers: Readonly<Record<string, 1 | 2 | 3>> = {
  1: 1,
  i: 1,
  one: 1,
  first: 1,
  '1st': 1,
  2: 2,
  ii: 2,
  two: 2,
  second: 2,
  '2nd': 2,
  3: 3,
  iii: 3,
  three: 3,
  third: 3,
  '3rd': 3,
};
const termInWords =
  /\b(?:term|trimester)\s*(?:no\.?\s*)?(1|2|3|i{1,3}|one|two|three)\b|\b(1st|2nd|3rd|first|second|third)\s+term\b/gi;

/**
 * The academic year and term that a title names: "Mark sheet Term 2, 2021/22". Null where it names none, or several.
 * A single year is none: it can be either half.
 */
export function findPeriod(text: string, terms: TermTitles): { year: number | null; term: 1 | 2 | 3 | null } {
  const years = new Set([...text.matchAll(pairOfYears)].flatMap(([pair]) => parseAcademicYear(pair) ?? []));
  const named = new Set<number>([
    ...[...text.matchAll(termInWords)].flatMap(
      ([, after, before]) => numbers[(after ?? before ?? '').toLowerCase()] ?? [],
    ),
    ...terms.flatMap(({ id, title }) => (/\p{L}{4}/u.test(title) && titleIn(title).test(text) ? [id] : [])),
  ]);
  const [year = null] = years;
  const [term = null] = named;
  return {
    year: years.size === 1 ? year : null,
    term: named.size === 1 && (term === 1 || term === 2 || term === 3) ? term : null,
  };
}

/**
 * The year and term that the heading of a column names, and what else it says: "Art T1" is Art in term 1. Nulls where
 * it names none, or several.
 */
export function takePeriod(
  text: string,
  terms: TermTitles,
): { year: number | null; term: 1 | 2 | 3 | null; rest: string } {
  const titles = terms.filter(({ title }) => /\p{L}{4}/u.test(title)).map(({ title }) => title);
  const { year, term } = findPeriod(text.replaceAll(termOfColumn, ' Term $1 '), terms);
  const without = [pairOfYears, termInWords, termOfColumn].reduce((left, said) => left.replaceAll(said, ' '), text);
  const rest = titles.reduce((left, title) => left.replace(titleIn(title), ' '), without);
  return { year, term, rest: term === null && year === null ? text.trim() : trimmed(rest) };
}

/** A title as words of their own: "Term 2" is not in "Term 2019". */
function titleIn(title: string): RegExp {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu');
}

/** Without the brackets and dashes that were around what was taken out. */
const trimmed = (text: string): string =>
  text
    .replaceAll(/\(\s*\)|\[\s*\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s:,;/–-]{1,40}|[\s:,;/–-]{1,40}$/g, '');
