import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { type CardOfPdf, findCardsOfPdf, PdfLimitError } from '#shared/options/signed-cards/checking/printed-card.ts';
import { verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { decodeQrCode } from '../../../../web/options/signed-cards/decode-qr-code.ts';

/** The only message of the thread that reads a PDF (`run.ts` starts it). */
export type PdfThreadResult = { found: CardOfPdf[] } | { problem: string };

parentPort?.postMessage(await readPdf((workerData as { bytes: Uint8Array }).bytes));

async function readPdf(bytes: Uint8Array): Promise<PdfThreadResult> {
  try {
    const document = await getDocumentProxy(bytes);
    const { OPS } = await getResolvedPDFJS();
    return { found: await findCardsOfPdf(document as never, { decode: decodeQrCode, operators: OPS }) };
  } catch (error) {
    return { problem: error instanceof PdfLimitError ? verificationWordings.tooMuchPdf : verificationWordings.noPdf };
  }
}
