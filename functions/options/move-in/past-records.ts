import { actsPlace } from '#shared/place.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { school } from '../../school/records/school.ts';

/** A term before the school used this program. */
interface PastTerm {
  /** Start year of the academic year. */
  year: number;
  term: 1 | 2 | 3;
}

/** A mark of such a term. */
export interface PastMark extends PastTerm {
  /** The subject as it is printed. */
  subject: string;
  /** "67.5", or a grade: "B+". */
  mark: string;
  /** Where it is from: "Mark sheets 2019". */
  source: string;
}

/** The attendance of such a term: sessions that were possible, sessions absent, times late; null where not known. */
export interface PastAttendance extends PastTerm {
  sessions: number | null;
  absent: number | null;
  late: number | null;
  source: string;
}

/** What takes the place of what was seen; null where nothing was there, or nothing is to be. */
export interface Replacing<T> {
  was: T | null;
  is: T | null;
}

export interface PastChange {
  studentId: string;
  marks: readonly Replacing<PastMark>[];
  attendance: readonly Replacing<PastAttendance>[];
}

/** What keeps marks and attendance of terms before the school used this program: one option at most has them. */
export interface PastRecords {
  /** Whether a text can be a mark there. */
  isMark: (text: string) => boolean;
  /** Marks of a student; letters of a subject, and of a source. */
  most: { marks: number; subject: number; source: number };
  /** What students have, and which of the terms (`2025 1`) were posted, by student. */
  read: (
    studentIds: readonly string[],
    terms: ReadonlySet<string>,
  ) => Promise<{
    stored: ReadonlyMap<string, { marks: readonly PastMark[]; attendance: readonly PastAttendance[] }>;
    posted: ReadonlyMap<string, ReadonlySet<string>>;
  }>;
  /**
   * Changes records of at most 40 students in one transaction under the key of `by`, with a row in the trail of each
   * student. Returns by student why nothing was changed, or of each part that was left why; what is so already is done.
   */
  change: (changes: readonly PastChange[], by: Authorship) => Promise<ReadonlyMap<string, string | readonly string[]>>;
}

/** Filled by `functions/options/past-records.ts`. */
export const pastRecords = /* @__PURE__ */ actsPlace<PastRecords>('past records');

/** Undefined in a school that keeps none. */
export const pastRecordsOfSchool = (): PastRecords | undefined => pastRecords.of(school().options)[0];
