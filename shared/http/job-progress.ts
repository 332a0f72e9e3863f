import * as z from 'zod/mini';

/** How far a durable job has come, as calls answer it: rows_processed never exceeds total_rows. */
export const jobProgress = () => ({
  rows_processed: z.int().check(z.gte(0)),
  total_rows: z.int().check(z.gte(0)),
  state: z.literal(['running', 'finished', 'failed']),
});

/** A run with the name of its beginner. Times are ISO 8601. */
export const jobRun = () =>
  z.strictObject({
    ...jobProgress(),
    started_by: z.string(),
    started_at: z.string(),
    ended_at: z.nullable(z.string()),
  });
export type JobRunStatus = z.output<ReturnType<typeof jobRun>>;
