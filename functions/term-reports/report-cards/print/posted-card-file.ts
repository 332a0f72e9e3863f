import { documentsBucket, openFile } from '../../../platform/files/file-storage.ts';
import { keepPdf } from '../../../platform/files/kept-documents.ts';
import { logger } from '../../../platform/log.ts';
import { recordIssuedFile } from '../credentials/issued-files.ts';
import type { FrozenCard } from '../posting/posted-reports.ts';
import { postedCardFileKey } from './card-files.ts';
import { renderReportCards } from './render-report-cards.ts';

/**
 * The file of a copy: printed when it is first opened, and from then on the same bytes whatever becomes of the program. What the bytes are is signed before
 * anybody has them (rule 57).
 */
export async function readOrPrintPostedCard(copy: FrozenCard, now: Date): Promise<Uint8Array> {
  const { school, card, signed } = copy;
  const key = postedCardFileKey(card.student.id, copy);
  const kept = await openFile(documentsBucket(), key);
  if (kept?.Body) return kept.Body.transformToByteArray();
  const bytes = await renderReportCards({ school, cards: [{ card, posted: copy }], printedAt: now });
  const isAnsweredFor = signed === null || (await recordIssuedFile(bytes, { studentId: card.student.id, signed }, now));
  // Without a key of the school, a later opening prints it again and signs it then.
  if (!isAnsweredFor) return bytes;
  // A student reads the report although its file could not be stored: the next opening stores it.
  await keepPdf(key, bytes).catch((error: unknown) => logger.error('posted-card-not-kept', { error }));
  return bytes;
}
