import { countOf } from '#shared/count-of.ts';
import { termReportMessages } from '#shared/term-reports/wordings.ts';
import { authorOf, type JobItem, type Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { logMissingDocument } from '../../platform/log.ts';
import { inPieces } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { liveCardOf, liveCardsOfClass, readTermFacts } from '../report-cards/live-cards.ts';
import { isIncomplete } from '../report-cards/posting/card-problems.ts';
import { changedCards, changedCardsOfClass } from '../report-cards/posting/changed-cards.ts';
import { freezeCards, studentsFrozenUnder } from '../report-cards/posting/posted-reports.ts';
import {
  closePosted,
  editionsOf,
  type PostingItem,
  readPosting,
  withEdition,
  writePosting,
} from '../report-cards/posting/postings.ts';
import {
  cardsPerTransaction,
  classOf,
  notComplete,
  OvertakenError,
  type PostingInput,
  refuseTooManyFailed,
  refuseUnconfirmed,
  rowsPerTransaction,
  studentOf,
} from '../report-cards/posting/report-jobs.ts';
import type { ReportCard } from '../report-cards/report-card.ts';

const writing = (job: JobItem, name: string) => ({
  caller: authorOf(job),
  request: { now: new Date(), idempotencyKey: `${job.startedBy}/${job.run}-${name}` },
});

/**
 * Freezes a copy of each report of the batch, a class in a transaction; where the term is posted already, of each that is otherwise now than its copy. At the end
 * the term is posted with them (rule 28).
 */
export const postReports: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const posting = job.input as PostingInput;
    const stored = await readPosting(posting);
    refuseOvertaken(posting, stored);
    const ofTerm = readTermFacts(posting);
    // By the planned rows, which stay the same when the batch is done again: so does what each transaction's key stands for.
    const told = await Promise.all(
      rowsPerTransaction(rows).map(async (piece, index) => {
        const { cards, remarks } = await cardsOf(posting, piece, ofTerm, job);
        const changed = isPostedAgain(posting) ? await changedSince(stored, cards) : cards;
        if (changed.length === 0) return remarks;
        const key = index === 0 ? String(batch) : `${batch}-${index}`;
        const outcome = await freezeCards(posting, { school: school(), cards: changed }, writing(job, key));
        if (outcome === 'refused') throw new Error('Another posting has copies of the same reports');
        const lacking = changed.filter(isIncomplete).map(({ student }) => ({ row: student.id, text: notComplete }));
        return [...remarks, ...lacking];
      }),
    );
    return { remarks: told.flat() };
  },

  finish: async (job) => {
    const posting = job.input as PostingInput;
    await refuseTooManyFailed(job);
    await refuseUnconfirmed(job, posting.confirmed ?? 0);
    await writeAsPosted(posting, job);
    await freezeLateChanges(posting, job);
  },
};

/** Says that the term is posted, and closes it. */
async function writeAsPosted(posting: PostingInput, job: JobItem): Promise<void> {
  const { year, term, version, postedAt } = posting;
  const before = await readPosting(posting);
  // Done before: the finish is tried again where noting it failed.
  if (isPostedBy(before, posting)) return;
  refuseOvertaken(posting, before);
  const postedBy = job.startedBy;
  // Nothing has changed: what is posted stays the posting of its day.
  const copies = (await studentsFrozenUnder(posting, version)).length;
  if (before && isPostedAgain(posting) && copies === 0) return closePosted(posting, writing(job, 'closed'));
  const after =
    before && isPostedAgain(posting)
      ? withEdition(before, { version, postedAt, postedBy })
      : { year, term, version, postedAt, isPosted: true, postedBy };
  const what = isPostedAgain(posting)
    ? `${countOf(copies, 'report')} posted again`
    : `${countOf(copies, 'report')} posted`;
  const outcome = await writePosting(after, { before, what, ...writing(job, 'posted') });
  if (outcome === 'refused') throw new OvertakenError();
}

/**
 * Copies again what was changed after its copy was made and before the term was closed, which takes no change any more: what was acknowledged
 * is on the card that parents see, and a student who changed class meanwhile is in one class's cards.
 */
async function freezeLateChanges(posting: PostingInput, job: JobItem): Promise<void> {
  const stored = await readPosting(posting);
  if (!stored?.isPosted) return;
  const late = (await changedCards(stored)).map(({ card }) => card);
  if (late.length === 0) return;
  const edition = { ...posting, base: editionsOf(stored)[0] ?? stored.version, version: stored.version + 1 };
  for (const [index, cards] of inPieces(late, cardsPerTransaction).entries()) {
    const outcome = await freezeCards(edition, { school: school(), cards }, writing(job, `late-${index}`));
    if (outcome === 'refused') throw new OvertakenError();
  }
  const { version, postedAt } = edition;
  const after = withEdition(stored, { version, postedAt, postedBy: job.startedBy });
  const what = `${countOf(late.length, 'report')} posted again, changed during the posting`;
  await writePosting(after, { before: stored, what, ...writing(job, 'late') });
}

const isPostedBy = (stored: PostingItem | undefined, { version, postedAt }: PostingInput): boolean =>
  stored !== undefined && stored.postedAt === postedAt && editionsOf(stored).includes(version);

const isPostedAgain = ({ base, version }: PostingInput): boolean => base !== version;

/** @throws OvertakenError where what the run was begun on is no longer so */
function refuseOvertaken(posting: PostingInput, stored: PostingItem | undefined): void {
  const isOpen = (stored?.version ?? 0) < posting.version;
  if (!isOpen || (isPostedAgain(posting) && !stored?.isPosted)) throw new OvertakenError();
}

/** The cards that are otherwise now than their posted copies, or have none. */
async function changedSince(posting: PostingItem | undefined, cards: readonly ReportCard[]): Promise<ReportCard[]> {
  const ofClasses = [...Map.groupBy(cards, ({ student }) => student.classId)];
  const changed = await Promise.all(
    ofClasses.map(([classId, ofClass]) => changedCardsOfClass(posting, { classId, cards: ofClass })),
  );
  return changed.flat().map(({ card }) => card);
}

/** The cards of a batch's students: those of a class read together, one who has changed class since alone. */
async function cardsOf(
  posting: PostingInput,
  rows: readonly string[],
  ofTerm: ReturnType<typeof readTermFacts>,
  { name, run }: JobItem,
) {
  const { year, term } = posting;
  const cards: ReportCard[] = [];
  const remarks: Remark[] = [];
  for (const [classId, ofClass] of Map.groupBy(rows, classOf)) {
    const live = await liveCardsOfClass({ classId, year, term }, ofTerm);
    const cardOf = new Map(live.cards.map((card) => [card.student.id, card]));
    const broken = new Map(live.broken.map(({ studentId, error }) => [studentId, error]));
    for (const studentId of ofClass.map(studentOf)) {
      if (broken.has(studentId)) {
        logMissingDocument('report card', broken.get(studentId), { job: name, run });
        remarks.push({ row: studentId, text: termReportMessages.recordDamaged });
        continue;
      }
      const card = cardOf.get(studentId) ?? (await liveCardOf({ studentId, year, term }));
      if (card) cards.push(card);
      else remarks.push({ row: studentId, text: termReportMessages.reportGone });
    }
  }
  return { cards, remarks };
}
