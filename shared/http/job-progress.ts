import * as z from 'zod/mini';

/** How far a durable job has come, as calls answer it: rows_processed never exceeds total_rows. */
export const jobProgress = () => ({
  rows_processed: z.int().check(z.gte(0)),
  total_rows: z.int().check(z.gte(0)),
  state: z.literal(['running', 'finished', 'failed']),
});

const time = () => z.string().check(z.maxLength(40));

/** A run with the name of its beginner. Times are ISO 8601. */
export const jobRun = () =>
  z.strictObject({
    ...jobProgress(),
    started_by: z.string().check(z.maxLength(300)),
    started_at: time(),
    ended_at: z.nullable(time()),
  });
export type JobRunStatus = z.output<ReturnType<typeof jobRun>>;
