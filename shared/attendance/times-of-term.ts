import type { Mark, Session } from './limits.ts';

/** A school day that is counted. */
export interface CountedDay {
  date: string;
  sessions: readonly Session[];
}

interface DayRecord {
  date: string;
  classId: string;
  am?: Mark | undefined;
  pm?: Mark | undefined;
  late?: boolean | undefined;
}

/**
 * How often a student was absent and late: a session is one time absent, so a whole day is two. A session that was not taken in the
 * class counts for nobody; where it was, who has no record was absent. Days before the student came to the school count for nothing. `sessions` are those that counted. Pure.
 */
export function timesOfTerm({
  days,
  records,
  classId,
  since,
  isTaken,
}: {
  days: readonly CountedDay[];
  /** The student's, in any order. */
  records: readonly DayRecord[];
  /** The class of the term, for days without a record. */
  classId: string;
  /** yyyy-MM-dd of the first day at this school, where it is known. */
  since?: string | undefined;
  isTaken: (date: string, classId: string, session: Session) => boolean;
}): { absent: number; late: number; sessions: number } {
  const byDate = new Map(records.map((record) => [record.date, record]));
  let absent = 0;
  let late = 0;
  let sessions = 0;
  for (const { date, sessions: held } of days) {
    const record = byDate.get(date);
    if (!record && since !== undefined && date < since) continue;
    if (record?.late) late += 1;
    for (const session of held) {
      const mark = record?.[session];
      if (mark === undefined && !isTaken(date, record?.classId ?? classId, session)) continue;
      sessions += 1;
      if (mark !== 'P') absent += 1;
    }
  }
  return { absent, late, sessions };
}
