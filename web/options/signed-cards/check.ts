import { didOf } from '#shared/options/signed-cards/card-credential.ts';
import { isIssuedFile } from '#shared/options/signed-cards/card-file.ts';
import { type CheckedCard, cardOfCredential, checkCard } from '#shared/options/signed-cards/checking/check-card.ts';
import { type CheckedDocument, checkDocument } from '#shared/options/signed-cards/checking/check-document.ts';
import { type CardOfPdf, findCardsOfPdf, PdfLimitError } from '#shared/options/signed-cards/checking/printed-card.ts';
import type { FileOfCard } from '#shared/options/signed-cards/checking/verdict.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import {
  documentOfCredential,
  documentOfText,
  type SignedDocument,
} from '#shared/options/signed-cards/document-credential.ts';
import { verifyPath } from '#shared/options/signed-cards/page-path.ts';
import { digitsToBytes, parseCode, type SignedCard, unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { verificationWordings as messages } from '#shared/options/signed-cards/wordings.ts';
import { call } from '../../api/call.ts';
import { ApiError, NetworkError } from '../../api/errors.ts';
import { decodeQrCode } from './decode-qr-code.ts';
import { readPicture } from './read-picture.ts';
import { readSchoolKeys, readStatusList } from './school-copies.ts';

/** What a check found: a card with its outcome, or why there is none. */
export type CheckFinding =
  | ((CheckedCard | CheckedDocument) & {
      /** Of a file: whether the school has handed it out. */
      file?: FileOfCard;
    })
  | { problem: string };

/** A text that a QR code has, or that stands behind the `#` of this page. */
export async function checkScannedText(text: string): Promise<CheckFinding> {
  const at = text.indexOf('#');
  const address = at < 0 ? '' : text.slice(0, at);
  const content = text.slice(at + 1);
  if (address !== '' && address !== window.location.origin + verifyPath) {
    const host = address.endsWith(verifyPath) ? URL.parse(address)?.host : undefined;
    return { problem: host ? messages.anotherSchool(host) : messages.noCard };
  }
  const bytes = digitsToBytes(content);
  const card = bytes && unpackCard(bytes);
  if (card) return check(card);
  const code = parseCode(content);
  return code ? checkPrintedCode(code) : { problem: messages.noCard };
}

/** A card by the code that is printed on it. */
export async function checkPrintedCode(typed: string): Promise<CheckFinding> {
  const code = parseCode(typed);
  if (!code) return { problem: messages.noSuchCode };
  const found = await lookUp(code);
  if (found === 'no network') return { problem: messages.codeNeedsNetwork };
  return 'problem' in found ? found : check(found.of);
}

/** The school's card or document of a code, and what it has signed of its files. */
async function lookUp(
  code: string,
): Promise<{ of: SignedCard | SignedDocument; files: object[] } | { problem: string } | 'no network'> {
  try {
    const { card: packed, document, files } = await call(verificationContract.findCard, { code });
    const of = packed === null ? documentOfCredential(document) : unpackCard(bytesOfBase64Url(packed));
    return of?.code === code ? { of, files } : { problem: messages.noCard };
  } catch (error) {
    if (error instanceof NetworkError) return 'no network';
    if (error instanceof ApiError) return { problem: error.message };
    throw error;
  }
}

const bytesOfBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

/** Every card of a PDF, or of a picture of one. */
export async function checkFile(file: Blob): Promise<CheckFinding[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (file.type.startsWith('image/')) return [await checkPicture(file)];
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  let document: Awaited<ReturnType<typeof getDocumentProxy>> | undefined;
  try {
    // PDF.js takes the bytes away, and leaves pictures to the browser where it is let.
    document = await getDocumentProxy(bytes.slice(), {
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      isEvalSupported: false,
    } as never);
    const found = await findCardsOfPdf(document as never, {
      decode: decodeQrCode,
      operators: (await getResolvedPDFJS()).OPS,
    });
    if (found.length === 0) return [{ problem: messages.noCodeInPdf }];
    return await Promise.all(found.map((card) => checkCardOfPdf(card, bytes)));
  } catch (error) {
    if (error instanceof NetworkError || error instanceof ApiError) throw error;
    return [{ problem: error instanceof PdfLimitError ? messages.tooMuchPdf : messages.noPdf }];
  } finally {
    // What is still being read of it ends.
    void document?.loadingTask.destroy();
  }
}

async function checkPicture(file: Blob): Promise<CheckFinding> {
  const picture = await readPicture(file);
  if (!picture) return { problem: messages.noPdf };
  const scanned = decodeQrCode(picture);
  if (scanned === null) return { problem: messages.noCodeInPdf };
  return asOtherFile(await checkScannedText(scanned));
}

async function checkCardOfPdf(found: CardOfPdf, bytes: Uint8Array<ArrayBuffer>): Promise<CheckFinding> {
  if ('scanned' in found) return asOtherFile(await checkScannedText(found.scanned));
  const { code, credential } = found;
  const stored = await lookUp(code);
  if (stored !== 'no network') {
    if ('problem' in stored) return stored;
    const address = window.location.origin;
    const did = await readSchoolKeys();
    const isIssued = did !== null && (await isIssuedFile(bytes, { code, issued: stored.files }, { address, did }));
    return { ...(await check(stored.of)), file: isIssued ? 'issued' : 'other' } as CheckFinding;
  }
  const of = credential === null ? null : signedOfText(credential);
  if (of?.code !== code) return { problem: messages.codeNeedsNetwork };
  return { ...(await check(of)), file: 'unknown' } as CheckFinding;
}

const signedOfText = (text: string): SignedCard | SignedDocument | null =>
  cardOfCredential(text, window.location.origin) ?? documentOfText(text);

/** Of a scan or a picture, which is never the school's file. */
const asOtherFile = (finding: CheckFinding): CheckFinding =>
  'problem' in finding ? finding : { ...finding, file: 'other' };

async function check(of: SignedCard | SignedDocument): Promise<CheckFinding> {
  const did = await readSchoolKeys();
  const address = window.location.origin;
  if (!did || did.id !== didOf(address)) return { problem: messages.noKeys };
  return 'terms' in of
    ? checkDocument(of, { address, did }, readStatusList)
    : checkCard(of, { address, did }, readStatusList);
}
