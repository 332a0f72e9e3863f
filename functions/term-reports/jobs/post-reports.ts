import type { JobItem, Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { school } from '../../reference/school.ts';
import { liveCardOf, liveCardsOfClass } from '../../report-cards/live-cards.ts';
import { refuseTooManyFailed } from '../../report-cards/posting/failed-cards.ts';
import { freezeCards } from '../../report-cards/posting/frozen-cards.ts';
import { readPosting, writePosting } from '../../report-cards/posting/posting.ts';
import { classOf, type PostingInput, studentOf } from '../../report-cards/posting/posting-rows.ts';
import type { ReportCard } from '../../report-cards/report-card.ts';

const writing = (job: JobItem, name: string) => ({
  caller: { accountId: job.startedBy, name: job.startedByName },
  request: { now: new Date(), idempotencyKey: `${job.run}-${name}` },
});

/** Freezes a copy of each report of the batch; at the end the term is posted (rule 28). */
export const postReports: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const posting = job.input as PostingInput;
    const { cards, remarks } = await cardsOf(posting, rows);
    if (cards.length === 0) return { remarks };
    const outcome = await freezeCards(posting, { school: school(), cards }, writing(job, String(batch)));
    if (outcome === 'refused') throw new Error('Another posting has copies of the same reports');
    return { remarks };
  },

  finish: async (job) => {
    await refuseTooManyFailed(job);
    const { year, term, version, postedAt } = job.input as PostingInput;
    const before = await readPosting({ year, term });
    if (before && before.version >= version) return;
    const posting = { year, term, version, postedAt, isPosted: true, postedBy: job.startedBy };
    const outcome = await writePosting(posting, { before, ...writing(job, 'posted') });
    if (outcome === 'refused') throw new Error('The posting was changed meanwhile');
  },
};

/** The cards of a batch's students: those of a class read together, one who has changed class since alone. */
async function cardsOf(posting: PostingInput, rows: readonly string[]) {
  const { year, term } = posting;
  const cards: ReportCard[] = [];
  const remarks: Remark[] = [];
  for (const [classId, ofClass] of Map.groupBy(rows, classOf)) {
    const live = await liveCardsOfClass({ classId, year, term });
    const cardOf = new Map(live.cards.map((card) => [card.student.id, card]));
    const broken = new Set(live.broken.map(({ studentId }) => studentId));
    for (const studentId of ofClass.map(studentOf)) {
      if (broken.has(studentId)) {
        remarks.push({ row: studentId, text: 'The record is damaged: no report could be made of it.' });
        continue;
      }
      const card = cardOf.get(studentId) ?? (await liveCardOf({ studentId, year, term }));
      if (card) cards.push(card);
      else remarks.push({ row: studentId, text: 'The student or the report is gone.' });
    }
  }
  return { cards, remarks };
}
