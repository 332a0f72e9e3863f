import { pluralize } from '#shared/pluralize.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { authorOfJob, type JobItem, type JobRemark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { logMissingDocument } from '../../platform/log.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { splitIntoPieces } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { readEndOfTerm, readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import { findCertainFaults } from '../report-cards/certain-faults.ts';
import { listKeptWithCopies } from '../report-cards/kept-with-copies.ts';
import { layoutsOfRun } from '../report-cards/layouts/layout-of-card.ts';
import { type LiveCards, readLiveCard, readLiveCardsOfClass, readTermFacts } from '../report-cards/live-cards.ts';
import { isIncomplete } from '../report-cards/posting/card-problems.ts';
import { listChangedCards, listChangedCardsOfClass } from '../report-cards/posting/changed-cards.ts';
import { isAsChecked } from '../report-cards/posting/checked-classes.ts';
import { type CardToFreeze, freezeCards, listStudentsOfFrozenVersion } from '../report-cards/posting/posted-reports.ts';
import {
  closePostedTerm,
  editionNumbersOf,
  type PostingItem,
  readPosting,
  withEdition,
  writePosting,
} from '../report-cards/posting/postings.ts';
import {
  cardsPerTransaction,
  certainFaultRemark,
  changedRemark,
  classOfRow,
  groupRowsIntoTransactions,
  incompleteRemark,
  OvertakenError,
  type PostingInput,
  refuseCertainFaults,
  refuseChangedSinceCheck,
  refuseTooManyFailed,
  refuseUnconfirmed,
  studentOfRow,
} from '../report-cards/posting/report-jobs.ts';
import type { CardToPost } from '../report-cards/posting-guards.ts';
import type { ReportCard } from '../report-cards/report-card.ts';

/** In whose name a part of the run writes, and its idempotency key. */
const writingOf = (job: JobItem, part: string) => ({
  caller: authorOfJob(job),
  request: { now: new Date(), idempotencyKey: `${job.startedBy}/${job.run}-${part}` },
});

/**
 * Freezes a copy of each report of the batch, one transaction a class; where the term is posted already, only of
 * reports that have changed since their copy. Finishing posts the term with these copies (rule 28).
 */
export const postReportsWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const posting = job.input as PostingInput;
    const stored = await readPosting(posting);
    refuseOvertaken(posting, stored);
    const layouts = layoutsOfRun(posting);
    const ofTerm = readTermFacts(posting, layouts);
    const pieces = await Promise.all(
      groupRowsIntoTransactions(rows).map(async (piece) => {
        const { cards, failed } = await readCards(posting, piece, ofTerm);
        const layoutOf = ({ student }: ReportCard) => layouts(student.formLevel);
        const all = cards.map(({ card, layout }) => ({ card, layout }));
        const toFreeze = isPostedAgain(posting) ? await withoutCurrentCopy(stored, cards, layoutOf) : all;
        const faults = await findCertainFaults(asCopied(cards, toFreeze), await ofTerm);
        return {
          failed: [...failed, ...[...faults].map(([row, found]) => ({ row, text: certainFaultRemark(found) }))],
          changed: toFreeze.filter(({ card }) => !faults.has(card.student.id)),
        };
      }),
    );
    const leavers = await readLeaversOfTerm(rows.map(studentOfRow), (await ofTerm).period?.dateEnd ?? null);
    const remarks: JobRemark[] = [];
    // One after the other, for each takes places in the status lists that the one before has left free. The pieces come
    // from the planned rows: a retried batch gives each transaction the same idempotency key.
    for (const [index, { failed, changed }] of pieces.entries()) {
      remarks.push(...failed);
      if (changed.length === 0) continue;
      const key = index === 0 ? String(batch) : `${batch}-${index}`;
      const by = writingOf(job, key);
      const beside = await listKeptWithCopies({
        edition: posting,
        part: key,
        cards: changed.map(({ card }) => card),
        by,
      });
      const outcome = await freezeCards(posting, { school: school(), cards: changed, leavers, beside }, by);
      if (isRefused(outcome)) throw new Error('Another posting has copies of the same reports');
      const incomplete = changed.filter(({ card }) => isIncomplete(card, leavers));
      remarks.push(...incomplete.map(({ card }) => ({ row: card.student.id, text: incompleteRemark })));
    }
    return { remarks };
  },

  finish: async (job) => {
    const posting = job.input as PostingInput;
    await refuseChangedSinceCheck(job);
    await refuseCertainFaults(job);
    await refuseTooManyFailed(job);
    await refuseUnconfirmed(job, posting.confirmed ?? 0);
    await markAsPosted(posting, job);
    await freezeLateChanges(posting, job);
  },
};

/** Marks the term as posted, and closes it. */
async function markAsPosted(posting: PostingInput, job: JobItem): Promise<void> {
  const { year, term, version, postedAt } = posting;
  const before = await readPosting(posting);
  // A retried finish: the term was posted, and recording the end of the run failed.
  if (isPostedBy(before, posting)) return;
  refuseOvertaken(posting, before);
  const postedBy = job.startedBy;
  // Without a new copy the posting keeps its date.
  const copies = (await listStudentsOfFrozenVersion(posting, version)).length;
  if (before && isPostedAgain(posting) && copies === 0) return closePostedTerm(posting, writingOf(job, 'closed'));
  const after =
    before && isPostedAgain(posting)
      ? withEdition(before, { version, postedAt, postedBy })
      : { year, term, version, postedAt, isPosted: true, postedBy };
  const what = isPostedAgain(posting)
    ? `${pluralize(copies, 'report')} posted again`
    : `${pluralize(copies, 'report')} posted`;
  const outcome = await writePosting(after, { before, what, by: writingOf(job, 'posted') });
  if (isRefused(outcome)) throw new OvertakenError();
}

/**
 * Freezes new copies of reports that were changed between their copy and the closing of the term: every acknowledged
 * save is on the card that parents see, and a student who changed class meanwhile is among the cards of one class.
 */
async function freezeLateChanges(posting: PostingInput, job: JobItem): Promise<void> {
  const stored = await readPosting(posting);
  if (!stored?.isPosted) return;
  const changed = await listChangedCards(stored, layoutsOfRun(posting));
  const late = changed.length === 0 ? [] : await withoutWrongFigures(posting, changed);
  if (late.length === 0) return;
  const ids = late.map(({ card }) => card.student.id);
  const leavers = await readLeaversOfTerm(ids, await readEndOfTerm(posting));
  const edition = { ...posting, base: editionNumbersOf(stored)[0] ?? stored.version, version: stored.version + 1 };
  for (const [index, cards] of splitIntoPieces(late, cardsPerTransaction).entries()) {
    const part = `late-${index}`;
    const by = writingOf(job, part);
    const beside = await listKeptWithCopies({ edition, part, cards: cards.map(({ card }) => card), by });
    const outcome = await freezeCards(edition, { school: school(), cards, leavers, beside }, by);
    if (isRefused(outcome)) throw new OvertakenError();
  }
  const { version, postedAt } = edition;
  const after = withEdition(stored, { version, postedAt, postedBy: job.startedBy });
  const what = `${pluralize(late.length, 'report')} posted again, changed during the posting`;
  await writePosting(after, { before: stored, what, by: writingOf(job, 'late') });
}

/**
 * Of cards that were changed while the term was being posted, those without a figure that is certainly wrong: of the
 * others the earlier copy stays, and Post Term Reports shows that they have changed since.
 */
async function withoutWrongFigures(posting: PostingInput, cards: readonly CardToFreeze[]): Promise<CardToFreeze[]> {
  const { year, term } = posting;
  const sources = await Promise.all(
    cards.map(({ card: { student }, layout }) => readLiveCard({ studentId: student.id, year, term }, () => layout)),
  );
  const faults = await findCertainFaults(
    sources.flatMap((source) => source ?? []),
    await readTermFacts(posting),
  );
  for (const found of faults.values()) logMissingDocument('report card', new Error(found.join(' ')));
  return cards.filter(({ card }) => !faults.has(card.student.id));
}

const isPostedBy = (stored: PostingItem | undefined, { version, postedAt }: PostingInput): boolean =>
  stored !== undefined && stored.postedAt === postedAt && editionNumbersOf(stored).includes(version);

const isPostedAgain = ({ base, version }: PostingInput): boolean => base !== version;

/** @throws OvertakenError where the term was posted again, or its posting removed, since the run began */
function refuseOvertaken(posting: PostingInput, stored: PostingItem | undefined): void {
  const isOpen = (stored?.version ?? 0) < posting.version;
  if (!isOpen || (isPostedAgain(posting) && !stored?.isPosted)) throw new OvertakenError();
}

/** The cards that differ from their posted copy, or have none. */
async function withoutCurrentCopy(
  posting: PostingItem | undefined,
  cards: readonly CardToPost[],
  layoutOf: LiveCards['layoutOf'],
): Promise<CardToFreeze[]> {
  const ofClasses = [
    ...Map.groupBy(
      cards.map(({ card }) => card),
      ({ student }) => student.classId,
    ),
  ];
  const changed = await Promise.all(
    ofClasses.map(([classId, ofClass]) => listChangedCardsOfClass(posting, { classId, cards: ofClass, layoutOf })),
  );
  return changed.flat();
}

/** Cards with what they were made of, each in the layout that its copy will have. */
function asCopied(cards: readonly CardToPost[], copies: readonly CardToFreeze[]): CardToPost[] {
  const layouts = new Map(copies.map(({ card, layout }) => [card.student.id, layout]));
  return cards.map((one) => ({ ...one, layout: layouts.get(one.card.student.id) ?? one.layout }));
}

/** Reads the cards of a batch's students: a class together, a student who has changed class since alone. */
async function readCards(posting: PostingInput, rows: readonly string[], ofTerm: ReturnType<typeof readTermFacts>) {
  const { year, term } = posting;
  const cards: CardToPost[] = [];
  const failed: JobRemark[] = [];
  for (const [classId, ofClass] of Map.groupBy(rows, classOfRow)) {
    const live = await readLiveCardsOfClass({ classId, year, term }, ofTerm);
    if (!isAsChecked(posting.checked, { classId, cards: live.cards }))
      failed.push({ row: classId, text: changedRemark });
    const damaged = new Map(live.damaged.map(({ studentId, error }) => [studentId, error]));
    for (const studentId of ofClass.map(studentOfRow)) {
      if (damaged.has(studentId)) {
        logMissingDocument('report card', damaged.get(studentId));
        failed.push({ row: studentId, text: termReportWordings.recordDamaged });
        continue;
      }
      const card =
        live.sources.get(studentId) ?? (await readLiveCard({ studentId, year, term }, (await ofTerm).layouts));
      if (card) cards.push(card);
      else failed.push({ row: studentId, text: termReportWordings.reportGone });
    }
  }
  return { cards, failed };
}
