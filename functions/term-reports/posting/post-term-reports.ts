import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingMessages } from '#shared/term-reports/posting-messages.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed, type JobItem, readJob, remarksOf } from '../../platform/jobs/store.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { inPieces } from '../../platform/table/table.ts';
import { school } from '../../reference/school.ts';
import { isStopped } from '../../report-cards/posting/failed-cards.ts';
import { type PostingItem, readPosting, type Term, writePosting } from '../../report-cards/posting/posting.ts';
import type { PostingInput } from '../../report-cards/posting/posting-rows.ts';
import { rowsByClass } from '../../report-cards/posting/rows-by-class.ts';
import { studentNames } from '../../students/store.ts';
import { toPosted } from './posting-mapper.ts';

type Answer = Output<typeof termReportsContract.postTermReports>;

/** A transaction takes a hundred actions; one is the audit row's. */
const batchSize = 98;

export const postTermReports = callHandler(termReportsContract.postTermReports, {
  handle: async ({ input, caller, request }) => {
    const period = { year: input.year, term: input.term };
    const key = `${period.year}#${period.term}`;
    const [posting, job] = await Promise.all([readPosting(period), readJob('post-term-reports', key)]);
    return input.posted === 1
      ? post({ period, key, posting, job, caller, request })
      : remove({ posting, job, caller, request });
  },
});

interface Asked {
  posting: PostingItem | undefined;
  job: JobItem | undefined;
  caller: Caller;
  request: RequestFacts;
}

async function post({ period, key, posting, job, caller, request }: Asked & { period: Term; key: string }) {
  if (posting?.isPosted) return answerOf(posting, job);
  // The run of an earlier posting, which was removed since, says nothing about this one.
  if (job?.state === 'finished') await forgetJob(job);
  // The copies of a run that was stopped are nobody's: the next one makes its own.
  const isAgain = isStopped(job) && !isFollowed(job, request.idempotencyKey);
  if (isAgain) await forgetJob(job);
  const stopped = isAgain ? (job.input as PostingInput).version : 0;
  const input: PostingInput = {
    ...period,
    version: Math.max(posting?.version ?? 0, stopped) + 1,
    postedAt: request.now.toISOString(),
  };
  const run = await runJob({ name: 'post-term-reports', key, input, plan: () => planOf(period), caller, request });
  return answerOf(run.state === 'finished' ? await readPosting(period) : posting, run);
}

/** Every report of the term, class by class. @throws ConflictError where there is none */
async function planOf(period: Term): Promise<string[][]> {
  const classes = await rowsByClass(period);
  if (classes.every((rows) => rows.length === 0)) {
    throw new ConflictError('Nobody is registered for this term: there are no reports to post.');
  }
  return classes.flatMap((rows) => inPieces(rows, batchSize));
}

async function remove({ posting, job, caller, request }: Asked): Promise<Answer> {
  if (job?.state === 'running') throw new ConflictError('The reports of this term are being posted.');
  if (!posting?.isPosted) return { ...nothingDone, ...toPosted(posting, school().timeZone) };
  const after = { ...posting, isPosted: false };
  const outcome = await writePosting(after, { before: posting, caller, request });
  if (outcome === 'refused') throw new ConflictError('Somebody else changed the posting of this term.');
  return { ...nothingDone, ...toPosted(after, school().timeZone) };
}

const nothingDone = {
  rows_processed: 0,
  total_rows: 0,
  state: 'finished',
  problem: null,
  left: [],
} as const satisfies Partial<Answer>;

async function answerOf(posting: PostingItem | undefined, job: JobItem | undefined): Promise<Answer> {
  const remarks = job && job.state !== 'running' ? await remarksOf(job) : [];
  const names = await studentNames(remarks.map(({ row }) => row));
  return {
    ...(job ? toProgress(job) : { rows_processed: 0, total_rows: 0, state: 'finished' as const }),
    ...toPosted(posting, school().timeZone),
    problem: isStopped(job) ? postingMessages.stopped(remarks.length, job.total) : null,
    left: remarks.map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text })),
  };
}
