import { keepPdf } from '../../platform/files/kept-documents.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import type { Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { school } from '../../reference/school.ts';
import { refuseTooManyFailed } from '../../report-cards/posting/failed-cards.ts';
import { readPosting, type Term } from '../../report-cards/posting/posting.ts';
import { classOf, studentOf } from '../../report-cards/posting/posting-rows.ts';
import { classFile, studentFile } from '../../report-cards/print/card-files.ts';
import { type PrintableCard, renderReportCards } from '../../report-cards/print/render-report-cards.ts';
import { classCards } from '../../report-cards/printable-cards.ts';

/** Files that are stored at the same time. */
const concurrency = 8;

/**
 * Prints the classes of a batch: a file a student, and one with all of a class. A damaged record is remarked on and left out; doing a batch again replaces its files by the same.
 */
export const printCards: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const period = job.input as Term;
    const posting = await readPosting(period);
    const printedAt = new Date(job.startedAt);
    const remarks: Remark[] = [];
    const print = (cards: readonly PrintableCard[]) => renderReportCards({ school: school(), cards, printedAt });
    for (const [classId, ofClass] of Map.groupBy(rows, classOf)) {
      const { cards, broken } = await classCards({ ...period, classId }, posting);
      const damaged = new Set(broken.map(({ studentId }) => studentId));
      const cardOf = new Map(cards.map((one) => [one.card.student.id, one]));
      const good = new Set<PrintableCard>();
      const files: { key: string; bytes: Uint8Array }[] = [];
      for (const studentId of ofClass.map(studentOf)) {
        const one = cardOf.get(studentId);
        if (one) {
          good.add(one);
          files.push({ key: studentFile(job.run, classId, studentId), bytes: await print([one]) });
        } else {
          const text = damaged.has(studentId) ? 'The record is damaged.' : 'The student or the record is gone.';
          remarks.push({ row: studentId, text });
        }
      }
      const inOrder = cards.filter((one) => good.has(one));
      if (inOrder.length > 0) files.push({ key: classFile(job.run, classId), bytes: await print(inOrder) });
      await inParallel(files, { atOnce: concurrency, does: ({ key, bytes }) => keepPdf(key, bytes) });
    }
    return { remarks };
  },

  finish: refuseTooManyFailed,
};
