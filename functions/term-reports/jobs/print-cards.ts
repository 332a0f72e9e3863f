import JSZip from 'jszip';
import { printingMessages } from '#shared/term-reports/wordings.ts';
import { documentsBucket, openFile } from '../../platform/files/file-storage.ts';
import { keepDocument, keepPdf } from '../../platform/files/kept-documents.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { batchesOf, type JobItem, type Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { logMissingDocument } from '../../platform/log.ts';
import { school } from '../../school/records/school.ts';
import { readPosting, type Term } from '../report-cards/posting/postings.ts';
import { classOfRow, refuseTooManyFailed, studentOfRow } from '../report-cards/posting/report-jobs.ts';
import {
  cardsFileName,
  classCardsFileKey,
  schoolCardsFileKey,
  studentCardFileKey,
} from '../report-cards/print/card-files.ts';
import { type PrintableCard, renderReportCards } from '../report-cards/print/render-report-cards.ts';
import { printableCardsOfClass } from '../report-cards/printable-cards.ts';

/** Files that are stored at the same time. */
const uploadsAtOnce = 8;

/**
 * Prints the classes of a batch: a file a student, and one with the whole class. A damaged record is left out with a remark. A retried batch
 * replaces its files by equal ones.
 */
export const printCards: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const { isTwoSided, ...period } = job.input as Term & { isTwoSided: boolean };
    const posting = await readPosting(period);
    const printedAt = new Date(job.startedAt);
    const remarks: Remark[] = [];
    const print = (cards: readonly PrintableCard[]) =>
      renderReportCards({ school: school(), cards, printedAt, isTwoSided });
    for (const [classId, ofClass] of Map.groupBy(rows, classOfRow)) {
      const { cards, damaged } = await printableCardsOfClass({ ...period, classId }, posting);
      const damagedIds = new Set(damaged.map(({ studentId }) => studentId));
      for (const { error } of damaged) logMissingDocument('report card', error);
      const cardOf = new Map(cards.map((one) => [one.card.student.id, one]));
      const printed = new Set<PrintableCard>();
      const files: { key: string; bytes: Uint8Array }[] = [];
      for (const studentId of ofClass.map(studentOfRow)) {
        const one = cardOf.get(studentId);
        if (one) {
          printed.add(one);
          files.push({ key: studentCardFileKey(job.run, classId, studentId), bytes: await print([one]) });
        } else {
          const text = damagedIds.has(studentId) ? printingMessages.damaged : printingMessages.gone;
          remarks.push({ row: studentId, text });
        }
      }
      const inOrder = cards.filter((one) => printed.has(one));
      if (inOrder.length > 0) files.push({ key: classCardsFileKey(job.run, classId), bytes: await print(inOrder) });
      await inParallel(files, { atOnce: uploadsAtOnce, does: ({ key, bytes }) => keepPdf(key, bytes) });
    }
    return { remarks };
  },

  finish: async (job) => {
    await refuseTooManyFailed(job);
    await storeSchoolZip(job);
  },
};

/** Stores all classes' files in one zip, uncompressed: PDFs do not get smaller. */
async function storeSchoolZip(job: JobItem): Promise<void> {
  const { year, term } = job.input as Term;
  const rows = (await batchesOf(job)).flatMap((batch) => batch.rows);
  const zip = new JSZip();
  for (const classId of new Set(rows.map(classOfRow))) {
    const file = await openFile(documentsBucket(), classCardsFileKey(job.run, classId));
    // A class whose records are all damaged has no file.
    if (!file?.Body) continue;
    const bytes = await file.Body.transformToByteArray();
    zip.file(`${cardsFileName(classId, { year, term })}.pdf`, bytes, { date: new Date(job.startedAt) });
  }
  const bytes = await zip.generateAsync({ type: 'uint8array', compression: 'STORE' });
  await keepDocument(schoolCardsFileKey(job.run), bytes, 'application/zip');
}
