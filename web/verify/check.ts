import { didOf, verifyPath } from '#shared/verification/card-credential.ts';
import { type CheckedCard, cardOfCredential, checkCard } from '#shared/verification/check-card.ts';
import { verificationContract } from '#shared/verification/contract.ts';
import { type ComparedFigure, compareFigures, readPrintedCards } from '#shared/verification/printed-card.ts';
import { digitsToBytes, parseCode, type SignedCard, unpackCard } from '#shared/verification/signed-card.ts';
import { verificationWordings as messages } from '#shared/verification/wordings.ts';
import { call } from '../api/call.ts';
import { ApiError, NetworkError } from '../api/errors.ts';
import { readSchoolKeys, readStatusList } from './school-copies.ts';

/** What a check found: a card with its outcome, or why there is none. */
export type CheckFinding =
  | (CheckedCard & {
      /** Of a PDF: its figures beside the signed ones. */
      figures?: readonly ComparedFigure[];
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
  try {
    const { card: packed } = await call(verificationContract.findCard, { code });
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const card = unpackCard(Uint8Array.from(text, (one) => one.charCodeAt(0)));
    return card?.code === code ? check(card) : { problem: messages.noCard };
  } catch (error) {
    if (error instanceof NetworkError) return { problem: messages.codeNeedsNetwork };
    if (error instanceof ApiError) return { problem: error.message };
    throw error;
  }
}

/** Every card of a PDF that has a code. */
export async function checkPdf(file: Blob): Promise<CheckFinding[]> {
  const { getDocumentProxy } = await import('unpdf');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const printed = await getDocumentProxy(bytes).then(
    (document) => readPrintedCards(document as never),
    () => null,
  );
  if (!printed) return [{ problem: messages.noPdf }];
  if (printed.length === 0) return [{ problem: messages.noCodeInPdf }];
  return Promise.all(
    printed.map(async (one): Promise<CheckFinding> => {
      const card = one.credential === null ? null : cardOfCredential(one.credential, window.location.origin);
      if (card?.code !== one.code) return { problem: messages.noCredentialInPdf(one.code) };
      return { ...(await check(card)), figures: compareFigures(card, one) } as CheckFinding;
    }),
  );
}

async function check(card: SignedCard): Promise<CheckFinding> {
  const did = await readSchoolKeys();
  const address = window.location.origin;
  if (!did || did.id !== didOf(address)) return { problem: messages.noKeys };
  return checkCard(card, { address, did }, readStatusList);
}
