import { createHash } from 'node:crypto';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import { didDocument } from '#shared/options/signed-cards/card-credential.ts';
import { cardFileCredential, isIssuedFile } from '#shared/options/signed-cards/card-file.ts';
import { findCardsOfPdf, PdfLimitError } from '#shared/options/signed-cards/checking/printed-card.ts';
import { judgeCard } from '#shared/options/signed-cards/checking/verdict.ts';
import { digitsToBytes, type SignedCard, unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { decodeQrCode } from '../../../../web/options/signed-cards/decode-qr-code.ts';
import { makeSampleReportCard, sampleSchool } from '../../../support/files/sample-report-cards.ts';
import {
  asScan,
  withAnnotation,
  withFalseFirstPage,
  withWhiteBox,
} from '../../../support/options/signed-cards/forged-pdfs.ts';
import { verifyCredentialByTheSpecification } from '../../../support/options/signed-cards/independent-verifier.ts';
import {
  createSigningSchool,
  printWithProofs,
  proofOfCard,
  sampleCardFigures,
  sampleSchoolAddress,
} from '../../../support/options/signed-cards/sample-cards.ts';

describe('the file of a card', () => {
  const at = new Date('2026-04-03T14:15:16Z');
  const address = sampleSchoolAddress;
  let school: Awaited<ReturnType<typeof createSigningSchool>>;
  let card: SignedCard;
  let pdf: Uint8Array<ArrayBuffer>;
  let issued: object[];

  beforeAll(async () => {
    printWithProofs();
    school = await createSigningSchool();
    card = await school.sign(sampleCardFigures);
    const posted = { school: sampleSchool, postedAt: at, proof: proofOfCard(card) };
    const cards = [{ card: makeSampleReportCard(1), layout: standardLayout, posted }];
    pdf = Uint8Array.from(await renderReportCards({ school: sampleSchool, cards, printedAt: at }));
    issued = [await signedFile(pdf)];
  });

  const signedFile = (bytes: Uint8Array, { by = school, code = card.code } = {}) =>
    by.signAny(cardFileCredential({ address, code, hash: createHash('sha256').update(bytes).digest(), at }));
  const isOurs = (bytes: Uint8Array, { code = card.code, files = issued } = {}) =>
    isIssuedFile(Uint8Array.from(bytes), { code, issued: files }, { address, did: didDocument(address, [school.key]) });
  const found = async (bytes: Uint8Array) =>
    findCardsOfPdf((await getDocumentProxy(Uint8Array.from(bytes))) as never, {
      decode: decodeQrCode,
      operators: (await getResolvedPDFJS()).OPS,
    });

  it('is the school’s where it is the very bytes that were signed, for a verifier of other authors too', async () => {
    expect(await isOurs(pdf)).toBe(true);
    const [credential = {}] = issued;
    expect(await verifyCredentialByTheSpecification(credential, didDocument(address, [school.key]))).toBe(true);
  });

  it.each([
    ['a white box over the average', withWhiteBox],
    ['a false page in front', withFalseFirstPage],
    ['a note over the average', withAnnotation],
    ['one byte more', async (bytes: Uint8Array) => Uint8Array.from([...bytes, 10])],
  ])('is not the school’s with %s, though it names the same card', async (_, forge) => {
    const forged = await forge(pdf);
    expect(await isOurs(forged)).toBe(false);
    expect(await found(forged)).toMatchObject([{ code: 'K7QF2M9X4T' }]);
    // Never green: figures to compare.
    expect(judgeCard({ outcome: 'valid' }, 'other')).toMatchObject({
      head: 'This is not the file that the school issued.',
      tone: 'compare',
    });
  });

  it('is not the school’s by what a forger has signed, by the record of another card, or by one of another kind', async () => {
    const forged = await withWhiteBox(pdf);
    const forger = await createSigningSchool();
    expect(await isOurs(forged, { files: [await signedFile(forged, { by: forger })] })).toBe(false);
    expect(await isOurs(pdf, { files: [await signedFile(pdf, { code: 'K7QF2M9X4V' })] })).toBe(false);
    const [credential = {}] = issued;
    expect(await isOurs(pdf, { files: [{ ...credential, type: ['VerifiableCredential'] }] })).toBe(false);
    const { credentialSubject } = credential as { credentialSubject: object };
    const hash = createHash('sha256').update(forged).digest('base64url');
    const changed = { ...credential, credentialSubject: { ...credentialSubject, file: `sha256-${hash}` } };
    expect(await isOurs(forged, { files: [changed] })).toBe(false);
  });

  it.each([
    ['of 1 bit a pixel', { bits: 1 }],
    ['of 8 bits a pixel', { bits: 8 }],
    ['that is a mask through which ink goes', { bits: 1, isMask: true }],
    ['that is a mask with ink where others have none', { bits: 1, isMask: true, isInverse: true }],
  ] as const)('is found by the QR code in the picture of a scan %s', async (_of, scanner) => {
    const [scan, ...others] = await found(await asScan(pdf, scanner));
    expect(others).toEqual([]);
    const { scanned } = scan as { scanned: string };
    const bytes = digitsToBytes(scanned.slice(scanned.indexOf('#') + 1));
    expect(bytes && unpackCard(bytes)).toEqual(card);
  });

  it('is read up to 150 pages and for some seconds, and no further', async () => {
    const pages = (numPages: number) => ({
      numPages,
      getPage: async () => ({
        getTextContent: async () => ({ items: [] }),
        getOperatorList: async () => ({ fnArray: [], argsArray: [] }),
        cleanup: () => true,
      }),
      getAttachments: async () => null,
    });
    const { OPS: operators } = await getResolvedPDFJS();
    const read = (numPages: number, milliseconds?: number) =>
      findCardsOfPdf(pages(numPages) as never, {
        decode: () => null,
        operators,
        ...(milliseconds === undefined ? {} : { milliseconds }),
      });
    expect(await read(150)).toEqual([]);
    await expect(read(151)).rejects.toThrow(PdfLimitError);
    await expect(read(1, -1)).rejects.toThrow(PdfLimitError);
    const endless = { ...pages(1), getPage: async () => ({ getTextContent: () => new Promise(() => undefined) }) };
    await expect(findCardsOfPdf(endless as never, { decode: () => null, operators, milliseconds: 30 })).rejects.toThrow(
      PdfLimitError,
    );
  });
});

it('is green for the school’s own file of a card that it stands by, and for nothing else', () => {
  const outcomes = ['valid', 'replaced', 'removed', 'status unknown', 'not ours'] as const;
  const files = ['issued', 'other', 'unknown', undefined] as const;
  const tones = outcomes.map((outcome) => files.map((file) => judgeCard({ outcome }, file).tone));
  expect(tones).toEqual([
    ['good', 'compare', 'compare', 'compare'],
    ['warning', 'warning', 'warning', 'warning'],
    ['warning', 'warning', 'warning', 'warning'],
    ['warning', 'warning', 'warning', 'warning'],
    ['bad', 'bad', 'bad', 'bad'],
  ]);
});
