import { documentsBucket, openFile } from '../../platform/files/file-storage.ts';
import { keepPdf } from '../../platform/files/kept-documents.ts';
import { logger } from '../../platform/log.ts';
import type { CopyOfStudent } from '../../term-reports/report-cards/posting/posted-reports.ts';
import { postedCardFileKey } from '../../term-reports/report-cards/print/card-files.ts';
import { renderReportCards } from '../../term-reports/report-cards/print/render-report-cards.ts';

/** The file of a copy: printed when it is first opened, and from then on the same bytes whatever becomes of the program. */
export async function readOrPrintPostedCard(copy: CopyOfStudent, now: Date): Promise<Uint8Array> {
  const { school, card } = copy;
  const key = postedCardFileKey(card.student.id, copy);
  const kept = await openFile(documentsBucket(), key);
  if (kept?.Body) return kept.Body.transformToByteArray();
  const bytes = await renderReportCards({ school, cards: [{ card, posted: copy }], printedAt: now });
  // A student reads the report although its file could not be stored: the next opening stores it.
  await keepPdf(key, bytes).catch((error: unknown) => logger.error('posted-card-not-kept', { error }));
  return bytes;
}
