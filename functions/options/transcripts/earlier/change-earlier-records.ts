import {
  type EarlierAttendance,
  type EarlierMark,
  earlierLimits,
  earlierMarkKey,
  isEarlierMark,
  isSameMark,
  maxMarksOfStudent,
  mergeEarlierAttendance,
  mergeEarlierMarks,
} from '#shared/options/transcripts/earlier-marks.ts';
import { earlierWordings } from '#shared/options/transcripts/wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit, type TrailEntry } from '../../../platform/table/acts/commit.ts';
import type { AuditFieldChange, Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readMany } from '../../../platform/table/table.ts';
import { readStudents, studentAuditSubject } from '../../../students/records/store.ts';
import { EarlierMarksEntity, type EarlierMarksItem, earlierMarksKey } from '../records/earlier-marks.ts';
import { readPostedTermsOfStudents } from './posted-terms-of-students.ts';

/** What takes the place of what was seen; null where nothing was there, or nothing is to be. */
interface Replacing<T> {
  was: T | null;
  is: T | null;
}

interface ChangeOfRecords {
  studentId: string;
  marks: readonly Replacing<EarlierMark>[];
  attendance: readonly Replacing<EarlierAttendance>[];
}

type Left = string | readonly string[];

/** Takes marks and attendance of terms before the school used this program, of files that other options read. */
export const earlierRecords = {
  isMark: isEarlierMark,
  most: { marks: maxMarksOfStudent, ...earlierLimits },
  /** What students have, and which of the terms were posted (`2025 1`), by student. A request for each hundred. */
  read: async (studentIds: readonly string[], terms: ReadonlySet<string>) => {
    const [stored, posted] = await Promise.all([
      readMany(studentIds.map(earlierMarksKey)),
      readPostedTermsOfStudents(studentIds, terms),
    ]);
    return { stored: new Map(stored.map((one) => [one.studentId, one])), posted };
  },
  /**
   * Changes records of at most 40 students in one transaction, each mark where it still is as it was seen. Returns by
   * student why nothing was changed, or of each part that was left why; what is so already is done.
   */
  change: (changes: readonly ChangeOfRecords[], by: Authorship): Promise<ReadonlyMap<string, Left>> => {
    const ids = changes.map(({ studentId }) => studentId);
    return retryRefused({
      read: async () => ({
        stored: new Map((await readMany(ids.map(earlierMarksKey))).map((one) => [one.studentId, one])),
        there: new Set((await readStudents(ids, ['studentId'])).map(({ studentId }) => studentId)),
      }),
      attempt: async ({ stored, there }): Promise<ReadonlyMap<string, Left> | 'refused'> => {
        const planned = changes.map(
          (one): Planned =>
            there.has(one.studentId)
              ? planChange(one, stored.get(one.studentId))
              : { ...nothing(one.studentId), left: studentWordings.notFound },
        );
        const writes = planned.filter(({ trail }) => trail.changes.length > 0);
        if (writes.length > 0) {
          const outcome = await commit({
            by,
            changes: writes.map(({ studentId, next }) => writeAction(stored.get(studentId), studentId, next)),
            trail: writes.map(({ trail }) => trail),
          });
          if (isRefused(outcome)) return 'refused';
        }
        return new Map(planned.flatMap(({ studentId, left }) => (left.length > 0 ? [[studentId, left]] : [])));
      },
      what: 'these marks',
    });
  },
};

type Records = Pick<EarlierMarksItem, 'marks' | 'attendance'>;

function writeAction(before: EarlierMarksItem | undefined, studentId: string, { marks, attendance }: Records) {
  if (!before) return EarlierMarksEntity.create({ studentId, version: 1, marks, attendance });
  const { version } = before;
  // Nothing is left: as if there had never been anything.
  if (marks.length === 0 && attendance.length === 0) return EarlierMarksEntity.delete({ studentId }, { version });
  return EarlierMarksEntity.change(before, { set: { marks, attendance, version: version + 1 }, where: { version } });
}

interface Planned {
  studentId: string;
  next: Records;
  trail: TrailEntry;
  left: Left;
}

const nothing = (studentId: string) => ({
  studentId,
  next: { marks: [], attendance: [] } as Records,
  trail: { subject: studentAuditSubject(studentId), changes: [] } as TrailEntry,
});

function planChange(change: ChangeOfRecords, stored: EarlierMarksItem | undefined): Planned {
  const { studentId } = change;
  const marks = planOf(change.marks, stored?.marks ?? [], {
    keyOf: earlierMarkKey,
    isSame: isSameMark,
    nameOf: (one) => `${one.subject}, ${termTitle(one)}`,
    toTrail: (one, before, after) => ({
      field: earlierWordings.fieldOfTrail(one),
      before: before?.mark ?? null,
      after: after?.mark ?? null,
    }),
  });
  const attendance = planOf(change.attendance, stored?.attendance ?? [], {
    keyOf: ({ year, term }) => `${year} ${term}`,
    isSame: (a, b) => a.sessions === b.sessions && a.absent === b.absent && a.late === b.late && a.source === b.source,
    nameOf: (one) => `Attendance, ${termTitle(one)}`,
    toTrail: (one, before, after) => ({
      field: earlierWordings.attendanceOfTrail(one),
      before: figuresOf(before),
      after: figuresOf(after),
    }),
  });
  const next = {
    marks: mergeEarlierMarks([], marks.next),
    attendance: mergeEarlierAttendance([], attendance.next),
  };
  const left = [...marks.left, ...attendance.left];
  if (next.marks.length > maxMarksOfStudent)
    return { ...nothing(studentId), left: earlierWordings.mostMarks(maxMarksOfStudent) };
  const changes = [...marks.trail, ...attendance.trail];
  return { studentId, next, trail: { subject: studentAuditSubject(studentId), changes }, left };
}

const figuresOf = (one: EarlierAttendance | null): Record<string, number | null> | null =>
  one && { sessions: one.sessions, absent: one.absent, late: one.late };

interface KindOfRecord<T> {
  keyOf: (one: T) => string;
  isSame: (a: T, b: T) => boolean;
  nameOf: (one: T) => string;
  toTrail: (one: T, before: T | null, after: T | null) => AuditFieldChange;
}

function planOf<T>(
  replaced: readonly Replacing<T>[],
  stored: readonly T[],
  { keyOf, isSame, nameOf, toTrail }: KindOfRecord<T>,
): { next: T[]; left: string[]; trail: AuditFieldChange[] } {
  const next = new Map(stored.map((one) => [keyOf(one), one]));
  const left: string[] = [];
  const trail: AuditFieldChange[] = [];
  const equal = (a: T | null, b: T | null) => (a && b ? isSame(a, b) : a === b);
  for (const { was, is } of replaced) {
    const one = is ?? was;
    if (!one) continue;
    const key = keyOf(one);
    const now = next.get(key) ?? null;
    if (equal(now, is)) continue;
    if (!equal(now, was)) {
      left.push(earlierWordings.changedSince(nameOf(one)));
      continue;
    }
    if (is) next.set(key, is);
    else next.delete(key);
    trail.push(toTrail(one, was, is));
  }
  return { next: [...next.values()], left, trail };
}
