import type { EarlierAttendance, EarlierMark } from '#shared/options/transcripts/earlier-marks.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import type { FrozenCard } from '../../term-reports/report-cards/posting/posted-reports.ts';

/** A term of a transcript. */
export interface TranscriptTerm {
  year: number;
  term: 1 | 2 | 3;
  title: string;
  /** Null of earlier records. */
  classId: string | null;
  /** As it was printed, without the percent sign; null where there was none, and of earlier records. */
  average: string | null;
  source: 'posted' | 'earlier';
  /** The school's day, yyyy-MM-dd; null of earlier records. */
  postedOn: string | null;
  /** The code of the posted card and the school's address that answers for it, where the card proves itself. */
  code: { text: string; at: string } | null;
  subjects: TranscriptSubject[];
  /** Of earlier records; null where there is none, and of posted terms. */
  attendance: Omit<EarlierAttendance, 'year' | 'term'> | null;
}

export interface TranscriptSubject {
  title: string;
  /** The printed total, a word such as Abs, or a mark of earlier records as it was written. */
  mark: string | null;
  /** Where a mark of earlier records is from. */
  source: string | null;
}

/** Earlier marks of a term that was posted. */
export interface LeftOutTerm {
  year: number;
  term: 1 | 2 | 3;
  marks: number;
}

interface Records {
  /** Of posted terms, one each. */
  copies: readonly FrozenCard[];
  earlier: { marks: readonly EarlierMark[]; attendance: readonly EarlierAttendance[] };
  /** As the school file calls them, for earlier terms. */
  terms: readonly { id: number; title: string }[];
  /** Whether the school answers for the codes of cards. */
  answersCodes: boolean;
}

/**
 * The terms of a transcript, in order: each as it was posted last, and terms of earlier records. Of a term that was
 * posted the report counts alone. No figure is computed. Pure.
 */
export function planTranscript({ copies, earlier, terms, answersCodes }: Records): {
  terms: TranscriptTerm[];
  leftOut: LeftOutTerm[];
} {
  const posted = copies.map((copy) => toPostedTerm(copy, answersCodes));
  const isPosted = new Set(posted.map(keyOfTerm));
  const marksOf = Map.groupBy(earlier.marks, keyOfTerm);
  const attendanceOf = new Map(earlier.attendance.map((one) => [keyOfTerm(one), one]));
  const ofRecords = new Map([...earlier.marks, ...earlier.attendance].map((one) => [keyOfTerm(one), one]));
  const ofEarlier = [...ofRecords].flatMap(([key, { year, term }]): TranscriptTerm[] => {
    if (isPosted.has(key)) return [];
    const subjects = (marksOf.get(key) ?? []).map(({ subject: title, mark, source }) => ({ title, mark, source }));
    const attendance = withoutTerm(attendanceOf.get(key));
    const unknown = { classId: null, average: null, postedOn: null, code: null };
    const title = schoolFileTermTitle(terms, term);
    return [{ year, term, title, source: 'earlier', ...unknown, subjects, attendance }];
  });
  const leftOut = [...marksOf].flatMap(([key, marks]): LeftOutTerm[] => {
    const [first] = marks;
    return first && isPosted.has(key) ? [{ year: first.year, term: first.term, marks: marks.length }] : [];
  });
  return { terms: [...posted, ...ofEarlier].sort(inOrder), leftOut: leftOut.sort(inOrder) };
}

function withoutTerm(one: EarlierAttendance | undefined): TranscriptTerm['attendance'] {
  if (!one) return null;
  const { sessions, absent, late, source } = one;
  return { sessions, absent, late, source };
}

function toPostedTerm({ card, school, postedAt, proof }: FrozenCard, answersCodes: boolean): TranscriptTerm {
  const { year, term, termTitle } = card.period;
  return {
    year,
    term,
    title: termTitle,
    classId: card.student.classId,
    average: card.average.text,
    source: 'posted',
    postedOn: schoolMoment(postedAt, school.timeZone).date,
    code: proof && answersCodes ? { text: proof.code, at: proof.signedFor } : null,
    subjects: card.subjects.map(({ title, total }) => ({ title, mark: total, source: null })),
    attendance: null,
  };
}

const keyOfTerm = ({ year, term }: { year: number; term: number }): string => `${year} ${term}`;
const inOrder = (a: { year: number; term: number }, b: { year: number; term: number }): number =>
  a.year - b.year || a.term - b.term;
