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

/** A student's attendance in a term before the school used this program; at least one figure is known. */
export interface EarlierAttendance {
  /** Start year of the academic year. */
  year: number;
  term: 1 | 2 | 3;
  /** Sessions that were possible; null where it is not known, as the others. */
  sessions: number | null;
  /** Sessions. */
  absent: number | null;
  /** Times. */
  late: number | null;
  /** Where it is from. */
  source: string;
}

/** The figures of attendance as transcripts name them, in order. */
export const earlierAttendanceTitles = { sessions: 'Sessions', absent: 'Sessions absent', late: 'Times late' } as const;
export const earlierAttendanceFigures = ['sessions', 'absent', 'late'] as const;

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

/** The attendance of terms with those that are added or replaced, in order. */
export function mergeEarlierAttendance(
  stored: readonly EarlierAttendance[],
  added: readonly EarlierAttendance[],
): EarlierAttendance[] {
  const merged = new Map([...stored, ...added].map((one) => [`${one.year} ${one.term}`, one]));
  return [...merged.values()].sort((a, b) => a.year - b.year || a.term - b.term);
}

/** Whether both say the same. */
export const isSameMark = (one: EarlierMark, other: EarlierMark): boolean =>
  one.mark === other.mark && one.source === other.source && one.subject === other.subject;
