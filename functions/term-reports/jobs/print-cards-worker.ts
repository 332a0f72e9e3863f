import JSZip from 'jszip';
import { printingWordings } from '#shared/term-reports/wordings.ts';
import { documentsBucket, openFile } from '../../platform/files/file-storage.ts';
import { keepDocument, keepPdf } from '../../platform/files/kept-documents.ts';
import { type JobItem, type JobRemark, readBatches } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { logMissingDocument } from '../../platform/log.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { readEndOfTerm, readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import { type KeptLayouts, layoutsOfRun } from '../report-cards/layouts/layout-of-card.ts';
import { readPosting } from '../report-cards/posting/postings.ts';
import { classOfRow, refuseTooManyFailed, studentOfRow } from '../report-cards/posting/report-jobs.ts';
import { cardsFileName, classCardsFileKey, schoolCardsFileKey } from '../report-cards/print/card-files.ts';
import { renderReportCards } from '../report-cards/print/render-report-cards.ts';
import { readPrintableCardsOfClass, withoutLeavers } from '../report-cards/printable-cards.ts';

/** Input of a printing run. */
interface PrintingInput extends Term {
  isTwoSided: boolean;
  /** Those of its cards that are not posted, as they were when the run began. */
  layouts: KeptLayouts;
}

/**
 * Prints the classes of a batch, a file each. A damaged record, and who left in the term (rule 52), is left out with a
 * remark. A retried batch replaces its files by equal ones. One student's card is printed when it is asked for.
 */
export const printCardsWorker: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const { isTwoSided, layouts: kept, ...period } = job.input as PrintingInput;
    const layouts = layoutsOfRun({ ...period, layouts: kept });
    const posting = await readPosting(period);
    const printedAt = new Date(job.startedAt);
    const remarks: JobRemark[] = [];
    const leavers = await readLeaversOfTerm(rows.map(studentOfRow), await readEndOfTerm(period));
    for (const [classId, ofClass] of Map.groupBy(rows, classOfRow)) {
      const all = await readPrintableCardsOfClass({ ...period, classId }, posting, layouts);
      const { cards, damaged } = withoutLeavers(all, leavers);
      for (const { error } of damaged) logMissingDocument('report card', error);
      const planned = new Set(ofClass.map(studentOfRow));
      const printed = cards.filter(({ card }) => planned.has(card.student.id));
      const printedIds = new Set(printed.map(({ card }) => card.student.id));
      const damagedIds = new Set(damaged.map(({ studentId }) => studentId));
      for (const row of planned) {
        if (printedIds.has(row)) continue;
        if (damagedIds.has(row)) remarks.push({ row, text: printingWordings.damaged });
        else remarks.push({ row, text: leavers.has(row) ? printingWordings.left : printingWordings.gone });
      }
      if (printed.length === 0) continue;
      const bytes = await renderReportCards({ school: school(), cards: printed, printedAt, isTwoSided });
      await keepPdf(classCardsFileKey(job.run, classId), bytes);
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
  const rows = (await readBatches(job)).flatMap((batch) => batch.rows);
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
