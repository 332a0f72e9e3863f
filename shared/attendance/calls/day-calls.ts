import * as z from 'zod/mini';
import { day, term, termInPath, year, yearInPath } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';
import { undo, undoableAct } from '../../undo.ts';
import { dayChoice, limitTimes, maxDaysPerChange } from '../day-choice.ts';
import { sessions } from '../limits.ts';
import { attendanceWordings } from '../wordings.ts';

const ofOffice = { who: ['Admin'], menu: ['attendanceStudent'] } as const;

/** A day of a term. */
const termDay = () =>
  z.strictObject({
    date: day,
    /** Why there is no school; null on a school day. */
    closed: z.nullable(z.string()),
    sessions: z.array(z.enum(sessions)),
    /** Why the school file has none; null where it has. */
    usually: z.nullable(z.string()),
    /** What the office set; null where the school file decides. */
    setting: z.nullable(dayChoice()),
    /** Display name and time of the last change of the setting, also of one that is taken back. */
    by: z.nullable(z.string()),
    at: z.nullable(z.string()),
    /** Students of whom something is recorded. */
    recorded: z.int(),
    /** Whether records are still to be decided by the setting: by a run that goes, or one that has to be begun again. */
    due: z.nullable(z.literal(['running', 'stopped'])),
  });

const range = () => ({ from: day, to: day });

/** The choice of a range of days, in order. */
const rangeInOrder = () =>
  z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, {
    error: attendanceWordings.lastBeforeFirst,
    path: ['to'],
  });

/** Which days of a term have school, and what the office says of a day (product §2 "Attendance", rule 38, ADR 0058). */
export const dayCalls = {
  /** The days of a term, of the current one where none is named; none where its dates are not set. */
  schoolDays: {
    ...ofOffice,
    method: 'GET',
    path: '/api/school-days',
    input: () => z.strictObject({ year: z.optional(yearInPath), term: z.optional(termInPath) }),
    output: () =>
      z.strictObject({
        year,
        term,
        today: day,
        /** The school's usual ones. */
        limits: limitTimes(),
        days: z.array(termDay()),
        /** A run that decides records again. */
        run: z.nullable(jobRun()),
        terms: z.array(z.strictObject({ year, term })),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** What a setting of days would change of their records, without setting it. */
  schoolDaysPreview: {
    ...ofOffice,
    method: 'POST',
    path: '/api/school-days-preview',
    input: () => z.extend(dayChoice(), range()).check(rangeInOrder()),
    output: () =>
      z.strictObject({
        days: z.array(
          z.strictObject({
            date: day,
            records: z.int(),
            /** Of them, those that come to something else. */
            changes: z.int(),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Sets the days of a range, {@link maxDaysPerChange} at most, and begins to decide their records again. In a range of several, days on which
   * the school file has no school stay. Where another person has set one of the days since it was seen (`was`), 409.
   */
  setSchoolDays: {
    ...ofOffice,
    method: 'POST',
    path: '/api/school-days',
    input: () =>
      z
        .extend(dayChoice(), {
          ...range(),
          was: z.optional(
            z.array(z.extend(dayChoice(), { date: day })).check(z.maxLength(maxDaysPerChange, 'Too many days.')),
          ),
        })
        .check(rangeInOrder()),
    output: () =>
      z.strictObject({
        ...jobProgress(),
        /** Null where the days were set so already. */
        undo: z.nullable(undo),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** Begins again what stopped in a term: records that are still decided by an earlier setting. */
  recalculateDays: {
    ...ofOffice,
    method: 'POST',
    path: '/api/school-days-again',
    input: () => z.strictObject({ year, term }),
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
  /** What was set of a term's days in the last 30 days. */
  undoableDayChanges: {
    ...ofOffice,
    method: 'GET',
    path: '/api/school-days-undo',
    input: () => z.strictObject({ year: yearInPath, term: termInPath }),
    output: () => z.array(undoableAct()),
    needs: { table: 'read' },
  },
  /** Gives days the setting from before, and their records what it makes of them, where nobody has set one of the days since. */
  undoSchoolDays: {
    ...ofOffice,
    method: 'POST',
    path: '/api/school-days-undo',
    input: () => z.strictObject({ undo }),
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
} as const;
