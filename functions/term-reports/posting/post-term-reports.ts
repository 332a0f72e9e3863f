import type { Input, Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { logHeavyAct } from '../../platform/heavy-act.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, type JobItem, type JobRemark, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { type Authorship, isChangeDone } from '../../platform/table/audit.ts';
import { splitIntoPieces } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { readStudentNames } from '../../students/records/store.ts';
import { readLayoutsOfTerm, toKeptLayouts } from '../report-cards/layouts/layout-of-card.ts';
import { classConcurrency } from '../report-cards/live-cards.ts';
import { listStudentsOfFrozenVersion, readHighestCopyVersionOfTerm } from '../report-cards/posting/posted-reports.ts';
import {
  editionNumbersOf,
  type PostingItem,
  postingAuditSubject,
  readPosting,
  writePosting,
} from '../report-cards/posting/postings.ts';
import {
  CertainFaultError,
  ChangedSinceCheckError,
  countCertainFaults,
  groupRowsIntoTransactions,
  isRunUnresumable,
  listReportRowsByClass,
  type PostingInput,
  postingJobKey,
  readFailures,
  splitChanged,
  TooManyFailedError,
  UnconfirmedError,
} from '../report-cards/posting/report-jobs.ts';
import { refuseStalePosting, refuseWrongCount, toPostedState } from './posting-state.ts';

type Answer = Output<typeof termReportsContract.postTermReports>;

export const postTermReports = callHandler(termReportsContract.postTermReports, {
  handle: async ({ input, caller, request }) => {
    const period = { year: input.year, term: input.term };
    const [posting, job] = await Promise.all([
      readPosting(period),
      readJob('post-term-reports', postingJobKey(period)),
    ]);
    const { date_posted: seen, confirm: typed, checked } = input;
    const act = { period, posting, job, seen, typed, checked, by: { caller, request } };
    return input.posted === 1 ? post(act) : remove(act);
  },
});

interface PostingRequest {
  period: Term;
  posting: PostingItem | undefined;
  job: JobItem | undefined;
  /** When the term was posted, as the caller saw it; null: not posted. */
  seen: string | null | undefined;
  /** The number of reports that the caller has typed. */
  typed: number | undefined;
  /** What the caller saw of the classes. */
  checked: Input<typeof termReportsContract.postTermReports>['checked'];
  by: Authorship;
}

async function post(act: PostingRequest): Promise<Answer> {
  const { period, posting, job, seen, typed = 0, checked, by } = act;
  // The page polls with its idempotency key until the run is over: only that page gets the outcome of a finished run.
  if (job && isRunFollowedBy(job, by.request.idempotencyKey) && job.state === 'finished') return answerOf(posting, job);
  if (job?.state !== 'running') await refuseStalePosting(posting, { period, seen });
  // A finished run of an earlier posting is forgotten.
  if (job?.state === 'finished') await deleteJob(job);
  // The copies of a stopped run are never posted: the next run makes its own.
  const isGivenUp = isRunUnresumable(job) && !isRunFollowedBy(job, by.request.idempotencyKey);
  if (isGivenUp) await deleteJob(job);
  const isResumed = job !== undefined && job.state !== 'finished' && !isGivenUp;
  const version = Math.max(posting?.version ?? 0, isResumed ? 0 : await readHighestCopyVersionOfTerm(period)) + 1;
  const base = posting?.isPosted ? (editionNumbersOf(posting)[0] ?? version) : version;
  const input = async (): Promise<PostingInput> => ({
    ...period,
    version,
    base,
    confirmed: typed,
    // What is posted again was looked at card by card.
    ...(checked && base === version
      ? { checked: Object.fromEntries(checked.map((one) => [one.class_id, one.digest])) }
      : {}),
    postedAt: by.request.now.toISOString(),
    layouts: toKeptLayouts(await readLayoutsOfTerm(period.term)),
  });
  const key = postingJobKey(period);
  // The run compares the number that was typed with the reports it copies.
  const plan = () => planRows(period, { isPostedAgain: base !== version });
  const run = await runJob({ name: 'post-term-reports', key, input, plan, by });
  return answerOf(run.state === 'finished' ? await readPosting(period) : posting, run);
}

/** Plans a row for every report of the term, class by class. @throws ConflictError where there is none */
async function planRows(period: Term, { isPostedAgain }: { isPostedAgain: boolean }): Promise<string[][]> {
  const classes = await listReportRowsByClass(period);
  if (classes.every((rows) => rows.length === 0)) {
    throw new ConflictError(postingWordings.noReports);
  }
  // In most classes nothing has changed: several go into one batch.
  return isPostedAgain
    ? splitIntoPieces(classes, classConcurrency).map((some) => some.flat())
    : classes.flatMap(groupRowsIntoTransactions);
}

async function remove(act: PostingRequest): Promise<Answer> {
  const { period, posting, job, seen, typed, by } = act;
  if (job?.state === 'running') throw new ConflictError(postingWordings.running);
  const removed = { ...noJob, ...toPostedState(undefined, school().timeZone) };
  if (await isChangeDone(postingAuditSubject(period), by.request.idempotencyKey)) return removed;
  if (!posting?.isPosted) throw new ConflictError(postingWordings.notPosted);
  await refuseStalePosting(posting, { period, seen });
  await refuseWrongCount(posting, typed);
  const change = { before: posting, what: 'posting removed', by };
  const outcome = await writePosting({ ...posting, isPosted: false }, change);
  if (isRefused(outcome)) throw new ConflictError(postingWordings.stale);
  logHeavyAct('remove-posting', by.caller);
  return removed;
}

const noJob = {
  rows_processed: 0,
  total_rows: 0,
  state: 'finished',
  problem: null,
  left: [],
  begun_by: null,
  renewed: null,
} as const satisfies Partial<Answer>;

async function answerOf(posting: PostingItem | undefined, job: JobItem): Promise<Answer> {
  const input = job.input as PostingInput;
  const { failed: remarks, incomplete } =
    job.state === 'running' ? { failed: [], incomplete: 0 } : await readFailures(job);
  const isRenewed = job.state === 'finished' && input.base !== input.version;
  const renewed = isRenewed ? await listStudentsOfFrozenVersion(input, input.version) : [];
  const names = await readStudentNames([...remarks.map(({ row }) => row), ...renewed]);
  const named = (studentId: string) => ({ student_id: studentId, name: names.get(studentId) ?? studentId });
  return {
    ...toProgress(job),
    ...toPostedState(posting, school().timeZone),
    problem: problemOf(job, { failed: remarks, incomplete }),
    left: splitChanged(remarks).others.map(({ row, text }) => ({ ...named(row), reason: text })),
    begun_by: job.startedByName,
    renewed: isRenewed ? renewed.map(named).sort((a, b) => a.name.localeCompare(b.name)) : null,
  };
}

function problemOf(
  job: JobItem,
  { failed, incomplete }: { failed: readonly JobRemark[]; incomplete: number },
): string | null {
  if (!isRunUnresumable(job)) return null;
  switch (job.lastError) {
    case new ChangedSinceCheckError().name:
      return postingWordings.changedSinceCheck(splitChanged(failed).changed);
    case new CertainFaultError().name:
      return postingWordings.certainFaults(countCertainFaults(failed));
    case new TooManyFailedError().name:
      return postingWordings.tooManyFailed(failed.length, job.total);
    case new UnconfirmedError().name:
      return postingWordings.unconfirmed(incomplete);
    default:
      return postingWordings.stale;
  }
}
