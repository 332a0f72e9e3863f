import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PrintableCard } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import { signedCredential } from '#shared/options/signed-cards/card-credential.ts';
import { cardOfCredential } from '#shared/options/signed-cards/checking/check-card.ts';
import { findCardsOfPdf } from '#shared/options/signed-cards/checking/printed-card.ts';
import { digitsToBytes, type SignedCard, unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { decodeQrCode } from '../../../../web/options/signed-cards/decode-qr-code.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { makeSampleReportCard, sampleSchool } from '../../../support/files/sample-report-cards.ts';
import { paintModules } from '../../../support/options/signed-cards/painted-card.ts';
import {
  createSigningSchool,
  printWithProofs,
  proofOfCard,
  sampleCardFigures,
  sampleSchoolAddress,
} from '../../../support/options/signed-cards/sample-cards.ts';

const printedAt = new Date('2026-04-03T14:15:16Z');

describe('a posted card as it is printed', () => {
  let card: SignedCard;
  let posted: PrintableCard;
  let pdf: Uint8Array;
  const print = (one: PrintableCard) => renderReportCards({ school: sampleSchool, cards: [one], printedAt });

  beforeAll(async () => {
    printWithProofs();
    const school = await createSigningSchool();
    const report = makeSampleReportCard(1);
    const subjects = report.subjects.map(({ title, total }) => ({ title, total }));
    const { period, student, average } = report;
    card = await school.sign({
      ...sampleCardFigures,
      subjects,
      year: period.year,
      term: period.term,
      termTitle: period.termTitle,
      school: sampleSchool.name,
      classId: student.classId,
      average: average.text,
      initials: 'F.A.',
    });
    posted = {
      card: report,
      layout: standardLayout,
      posted: { school: sampleSchool, postedAt: printedAt, proof: proofOfCard(card) },
    };
    pdf = await print(posted);
  });

  it('has a QR code from which its very credential is made again, without a network', async () => {
    const read = decodeQrCode(paintModules(pdf)) ?? '';
    expect(read).toMatch(/^https:\/\/northgate\.example\/verify#\d+$/);
    const bytes = digitsToBytes(read.slice(read.indexOf('#') + 1));
    expect(bytes && unpackCard(bytes)).toEqual(card);
  });

  it('says in the footer where it is checked, and by which code', async () => {
    const { pages } = await readPrintedPdf(pdf);
    const texts = pages[0]?.texts.map(({ text }) => text).join(' ');
    expect(texts).toContain('Check this card at northgate.example/verify');
    expect(texts).toContain('Code K7QF2-M9X4T');
    expect(pages).toHaveLength(1);
  });

  it('has the credential attached, as a reader finds it', async () => {
    const document = await getDocumentProxy(Uint8Array.from(pdf));
    const [read, ...others] = await findCardsOfPdf(document as never, {
      decode: decodeQrCode,
      operators: (await getResolvedPDFJS()).OPS,
    });
    expect(others).toEqual([]);
    const { code, credential } = read as { code: string; credential: string };
    expect(code).toBe('K7QF2M9X4T');
    expect(JSON.parse(credential)).toEqual(signedCredential(card, sampleSchoolAddress));
    expect(cardOfCredential(credential, sampleSchoolAddress)).toEqual(card);
  });

  it('is at most 6 KB larger for it', async () => {
    const before = await print({ ...posted, posted: { school: sampleSchool, postedAt: printedAt, proof: null } });
    expect(pdf.length - before.length).toBeGreaterThan(1000);
    expect(pdf.length - before.length).toBeLessThanOrEqual(6 * 1024);
  });

  it('has none of it where it was posted while the school had no address, or is a draft', async () => {
    const earlier = { school: sampleSchool, postedAt: printedAt, proof: null };
    const { card: report, layout } = posted;
    for (const one of [
      { card: report, layout },
      { card: report, layout, posted: earlier },
    ]) {
      const plain = await print(one);
      const document = await getDocumentProxy(Uint8Array.from(plain));
      expect(await document.getAttachments()).toBeNull();
      const { OPS: operators } = await getResolvedPDFJS();
      expect(await findCardsOfPdf(document as never, { decode: decodeQrCode, operators })).toEqual([]);
      expect(decodeQrCode(paintModules(plain))).toBeNull();
      const [page] = (await readPrintedPdf(plain)).pages;
      expect(page?.texts.map(({ text }) => text).join(' ')).not.toContain('Check this card');
    }
  });
});
