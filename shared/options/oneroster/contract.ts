import * as z from 'zod/mini';
import { type CallRow, contract } from '../../http/contract.ts';
import { moment, noInput } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';
import { keyCalls } from './key-calls.ts';

/** Administrators who may manage administrators: who may do everything else gives the school out. */
const managing = { who: ['Admin'], menu: ['employees'] } as const satisfies Partial<CallRow>;

const file = () =>
  z.strictObject({
    made_at: moment,
    /** It has what changed after this moment alone; null of a whole one. */
    since: z.nullable(moment),
    /** Changes were asked for, and nobody knows them any more: it is whole. */
    is_whole_instead: z.boolean(),
    /** Who began it; null of a file of the night. */
    by: z.nullable(z.string()),
    bytes: z.int(),
    /** Rows by file, those that are in it alone. */
    rows: z.array(z.strictObject({ file: z.string(), rows: z.int() })),
    /** Without classes, enrollments and marks: the current year has no term with both dates. */
    lacks_terms: z.boolean(),
    /** Valid for five minutes. */
    link: z.string(),
    /** When it is deleted. */
    until: moment,
  });
export type RosterFile = z.output<ReturnType<typeof file>>;

/** The school in the files and answers of OneRoster. */
export const onerosterContract = contract({
  /**
   * Begins a file of the school, or continues one that stopped; a finished one is made again. `since` is the `made_at`
   * of a kept file: then it has what changed since that one.
   */
  startRosterFile: {
    ...managing,
    method: 'POST',
    path: '/api/oneroster',
    kind: 'documents',
    input: () => z.strictObject({ since: z.optional(moment) }),
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
  /** The run that is under way or was last, and the files that are kept, the latest first. */
  readRosterFiles: {
    ...managing,
    method: 'GET',
    path: '/api/oneroster',
    // Polling a run that has stalled resumes it.
    kind: 'documents',
    input: noInput,
    output: () =>
      z.strictObject({
        run: z.nullable(jobRun()),
        files: z.array(file()),
        /** By the school file. */
        is_nightly: z.boolean(),
        has_demographics: z.boolean(),
      }),
    needs: { table: 'write', jobs: 'start', files: { 'roster-files': ['read'] } },
  },
  ...keyCalls,
});
