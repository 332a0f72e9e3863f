import { documentsBucket, openFile } from '../../../platform/files/file-storage.ts';
import { keepPdf } from '../../../platform/files/kept-documents.ts';
import { logger } from '../../../platform/log.ts';
import { cardProof } from '../card-proofs.ts';
import type { FrozenCard } from '../posting/posted-reports.ts';
import { postedCardFileKey } from './card-files.ts';
import { renderReportCards } from './render-report-cards.ts';

/**
 * The file of a copy: printed when it is first opened, and from then on the same bytes whatever becomes of the program.
 * The school answers for the bytes before anybody has them (rule 57).
 */
export async function readOrPrintPostedCard(copy: FrozenCard, now: Date): Promise<Uint8Array> {
  const { school, card, layout, proof } = copy;
  const key = postedCardFileKey(card.student.id, copy);
  const kept = await openFile(documentsBucket(), key);
  if (kept?.Body) return kept.Body.transformToByteArray();
  const bytes = await renderReportCards({ school, cards: [{ card, layout, posted: copy }], printedAt: now });
  const proofs = cardProof();
  // What has no proof on it is no copy's last word: a later opening prints it again, and answers for it then.
  if (proof && !(await proofs?.answerFor(bytes, { studentId: card.student.id, proof }, now))) return bytes;
  // A student reads the report although its file could not be stored: the next opening stores it.
  await keepPdf(key, bytes).catch((error: unknown) => logger.error('posted-card-not-kept', { error }));
  return bytes;
}
