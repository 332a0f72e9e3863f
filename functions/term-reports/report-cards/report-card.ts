import type { CardValuesOfGroup } from '#shared/term-reports/fields.ts';

/**
 * The content of one report card: plain data, every number already computed by `#shared/marks`; `print/` only lays it
 * out. A posted copy lacks the fields that were introduced after it.
 */
export interface ReportCard {
  student: {
    id: string;
    /** "Last, First Middle". */
    name: string;
    classId: string;
    /** 1 to 7; 6 is lower sixth, 7 is upper sixth. */
    formLevel: number;
    /** yyyy-MM-dd, or null where the school does not know it. */
    dateOfBirth: string | null;
    house: string | null;
  };
  period: {
    /** Start year of the academic year: 2025 is shown 2025-2026. */
    year: number;
    term: 1 | 2 | 3;
    termTitle: string;
    /** yyyy-MM-dd each, or null where not set. */
    termStart: string | null;
    termEnd: string | null;
    newTermBeginning: string | null;
  };
  /** `possible`: sessions or days, as the school counts; null where not recorded. */
  attendance: { possible: number | null } & Partial<CardValuesOfGroup<'attendance'>>;
  /** What each part is out of in this form level and term; null where that part is closed. */
  maxima: { course: number | null; exam: number | null };
  /** Their weights in percent, where those are not the maxima. */
  weights?: { course: number; exam: number };
  /** Absent counts as a zero; else it does not count (rule 43). */
  absentIsZero?: boolean;
  subjects: ReportCardSubject[];
  average: {
    /** 3 significant digits, without the percent sign; null when no subject has a total. */
    text: string | null;
    /** Subjects whose total is known, and subjects of the card that count: absent and exempt do not. */
    entered: number;
    of: number;
  };
  conduct: Partial<CardValuesOfGroup<'conduct'>>;
  coCurricular: string[];
  music: ReportCardMusic | null;
  remarks: { formTeacher: string | null; dean: string | null };
  /** Display names, or null where the post is not filled. */
  signatories: { formTeacher: string | null; dean: string | null; principal: string | null };
}

export interface ReportCardSubject {
  id: string;
  title: string;
  /** Marks as they are shown: one decimal at most ("18.8", "57"), Abs or Ex, null where missing or closed. */
  course: string | null;
  /** "41 of 60" where it is out of another maximum. */
  exam: string | null;
  /** One decimal always ("64.3"), Abs or Ex where nothing counts, null where a part is missing. */
  total: string | null;
  timesLate: number | null;
  timesAbsent: number | null;
  /** Grade letters A to E for application and conduct. */
  application: string | null;
  conduct: string | null;
  comment: string | null;
  teacher: string | null;
  /** Only on cards whose layout prints them. */
  ofClass?: ClassFigures;
}

/** How a subject went in the class of the card. Who left in the term does not count (rule 52). */
export interface ClassFigures {
  /** 3 significant digits; null where nobody has a total. */
  average: string | null;
  /** One decimal. */
  highest: string | null;
  /** Equal totals share a place; null without a total. */
  place: number | null;
}

export type ReportCardMusic = Partial<CardValuesOfGroup<'music'>>;

/** The head of every document of the school. */
export interface SchoolHead {
  name: string;
  motto: string | null;
  /** One line each. */
  address: string[];
  telephone: string | null;
  email: string | null;
  /** IANA name; the date of printing is the school's date. */
  timeZone: string;
}
