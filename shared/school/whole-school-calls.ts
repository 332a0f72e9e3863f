import * as z from 'zod/mini';
import type { Contract } from '../http/contract.ts';
import { noInput } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';

/** The whole school in a file: made by a durable job, fetched by a link (ADR 0111). */
export const wholeSchoolCalls = {
  /**
   * Begins a file of the whole school, or continues one that stopped; a finished one is made again. Answers the run
   * that is under way, also where somebody else began it. For administrators who may manage administrators.
   */
  startSchoolFile: {
    method: 'POST',
    path: '/api/school-in-a-file',
    who: ['Admin'],
    menu: ['employees'],
    input: noInput,
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * The last run, and what it has made: a link that is valid for five minutes, counts, and the fingerprint of the key
   * that signed it. For administrators who may manage administrators.
   */
  readSchoolFile: {
    method: 'GET',
    path: '/api/school-in-a-file',
    who: ['Admin'],
    menu: ['employees'],
    input: noInput,
    output: () =>
      z.strictObject({
        /** Null before the first. */
        run: z.nullable(jobRun()),
        /** Null until the run has finished, and once the file is deleted. */
        file: z.nullable(
          z.strictObject({
            link: z.string(),
            bytes: z.int(),
            records: z.int(),
            files: z.int(),
            fingerprint: z.string(),
            /** When it is deleted, ISO 8601. */
            until: z.string(),
          }),
        ),
      }),
    // Polling a run that has stalled resumes it.
    kind: 'documents',
    needs: { table: 'write', jobs: 'start', files: { 'school-files': ['read'] } },
  },
} as const satisfies Contract;
