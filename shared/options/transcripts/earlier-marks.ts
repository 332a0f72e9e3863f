/** A mark of a term before the school used this program, as its earlier records have it. */
export interface EarlierMark {
  /** Start year of the academic year. */
  year: number;
  term: 1 | 2 | 3;
  /** Title of the subject as it is printed. */
  subject: string;
  /** "67.5", or a grade: "B+". */
  mark: string;
  /** Where it is from: "Report book 2019". */
  source: string;
}

/** Students of one sheet: their records are changed in one transaction, or none of them. */
export const maxEarlierStudents = 40;

/** Rows of one sheet. */
export const maxEarlierRows = 3000;

/** Marks of one student. */
export const maxMarksOfStudent = 600;

/** Letters of a subject's title, and of a source. */
export const earlierLimits = { subject: 80, source: 120 } as const;

/** Numbers from 0 to 100 with one decimal at most, or a grade of few letters. */
const markPattern = /^(?:100(?:\.0)?|\d{1,2}(?:\.\d)?|[A-Za-z][A-Za-z0-9+*-]{0,9})$/;

/** Whether a text can be the mark of an earlier term. */
export const isEarlierMark = (text: string): boolean => markPattern.test(text);

/** "2019", "2019-2020", "2019/20" and "20192020" as 2019; undefined for anything else. */
export function parseEarlierYear(text: string): number | undefined {
  const [, first = '', second] = /^(\d{4})(?:\s*[-/–]?\s*(\d{4}|\d{2}))?$/.exec(text.trim()) ?? [];
  const year = Number(first);
  if (first === '' || year < 1950 || year > 2100) return undefined;
  const next = String(year + 1);
  return second === undefined || second === next || second === next.slice(2) ? year : undefined;
}

/** "1", "Term 1" and the titles of the school's terms; undefined for anything else. */
export function parseEarlierTerm(text: string, terms: readonly { id: number; title: string }[]): 1 | 2 | 3 | undefined {
  const written = text.trim().toLowerCase();
  const byTitle = terms.find(({ title }) => title.toLowerCase() === written)?.id;
  const term = byTitle ?? Number(/^(?:term\s*)?([123])$/.exec(written)?.[1]);
  return term === 1 || term === 2 || term === 3 ? term : undefined;
}

/** Marks of one subject in one term are the same mark, however its title is written. */
export const earlierMarkKey = ({ year, term, subject }: Pick<EarlierMark, 'year' | 'term' | 'subject'>): string =>
  `${year} ${term} ${subject.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()}`;

/** The marks with those that are added or replaced, by year, term and subject. */
export function mergeEarlierMarks(stored: readonly EarlierMark[], added: readonly EarlierMark[]): EarlierMark[] {
  const merged = new Map([...stored, ...added].map((mark) => [earlierMarkKey(mark), mark]));
  return [...merged.values()].sort(
    (a, b) => a.year - b.year || a.term - b.term || a.subject.localeCompare(b.subject, 'en'),
  );
}

/** Whether both say the same. */
export const isSameMark = (one: EarlierMark, other: EarlierMark): boolean =>
  one.mark === other.mark && one.source === other.source && one.subject === other.subject;
