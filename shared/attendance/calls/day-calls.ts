import * as z from 'zod/mini';
import { day, term, termInPath, year, yearInPath } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';
import { requestWordings } from '../../http/wordings.ts';
import { undoId } from '../../undo/calls.ts';
import { dayChoice, limitTimes, maxDaysPerChange } from '../day-setting-input.ts';
import { sessions } from '../limits.ts';
import { officeOnly } from './office-calls.ts';

/** A day of a term. */
const termDay = () =>
  z.strictObject({
    date: day,
    /** Why there is no school; null on a school day. */
    closed: z.nullable(z.string()),
    sessions: z.array(z.enum(sessions)),
    /** Why the school file has no school; null where it has. */
    usually: z.nullable(z.string()),
    /** The office's setting; null where the school file applies. */
    setting: z.nullable(dayChoice()),
    /** Display name and time of the last change of the setting, undone ones included. */
    by: z.nullable(z.string()),
    at: z.nullable(z.string()),
    /** Students with attendance. */
    recorded: z.int(),
    /** The state of a recalculation that the day's records still need: running, or to be started again. */
    due: z.nullable(z.literal(['running', 'stopped'])),
  });

const range = () => ({ from: day, to: day });

/** The choice of a range of days, in order. */
const rangeInOrder = () =>
  z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, {
    error: requestWordings.lastBeforeFirst,
    path: ['to'],
  });

/** School days of a term and the office's settings of days (product §2 "Attendance", rule 38, ADR 0058). */
export const schoolDayCalls = {
  /** The days of a term, by default the current one; none where its dates are not set. */
  readDaysOfTerm: {
    ...officeOnly,
    method: 'GET',
    path: '/api/school-days',
    input: () => z.strictObject({ year: z.optional(yearInPath), term: z.optional(termInPath) }),
    output: () =>
      z.strictObject({
        year,
        term,
        today: day,
        /** The school file's. */
        limits: limitTimes(),
        days: z.array(termDay()),
        /** A running recalculation. */
        run: z.nullable(jobRun()),
        terms: z.array(z.strictObject({ year, term })),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** How many records a setting of days would change. */
  previewSchoolDays: {
    ...officeOnly,
    method: 'POST',
    path: '/api/school-days-preview',
    input: () => z.extend(dayChoice(), range()).check(rangeInOrder()),
    output: () =>
      z.strictObject({
        days: z.array(
          z.strictObject({
            date: day,
            records: z.int(),
            /** Records that would change. */
            changes: z.int(),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Sets the days of a range, {@link maxDaysPerChange} at most, and starts recalculating their records. A range of
   * several days leaves out days on which the school file has no school. 409 where another person has set one of the
   * days since it was seen (`was`).
   */
  setSchoolDays: {
    ...officeOnly,
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
        /** Null where the days had this setting already. */
        undo: z.nullable(undoId),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** Restarts the recalculations of a term that stopped. */
  recalculateDays: {
    ...officeOnly,
    method: 'POST',
    path: '/api/school-days-again',
    input: () => z.strictObject({ year, term }),
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
} as const;
