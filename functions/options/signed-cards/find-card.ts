import type { Output } from '#shared/http/contract.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { findProofByCode } from '../../term-reports/report-cards/posting/posted-reports.ts';
import { listIssuedFiles } from './records/issued-files.ts';
import { findDocumentByCode } from './records/signed-documents.ts';

/**
 * Of a copy nothing but the signed card is read, and of its files what was signed of them; whether it is still good is
 * in the status lists.
 */
type Answer = Output<typeof verificationContract.findCard>;

export const findCard = callHandler(verificationContract.findCard, {
  handle: async ({ input: { code } }) => {
    const [card, document, files] = await Promise.all([
      findProofByCode(code),
      findDocumentByCode(code),
      listIssuedFiles(code),
    ]);
    if (card === undefined && document === undefined) throw new NotFoundError(verificationWordings.noSuchCode);
    return {
      card: card ?? null,
      document: document === undefined ? null : (JSON.parse(document) as Answer['document']),
      files: files.map((file) => JSON.parse(file) as Answer['files'][number]),
    };
  },
});
