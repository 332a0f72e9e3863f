import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PrintableCard } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import { signedCredential } from '#shared/verification/card-credential.ts';
import { cardOfCredential } from '#shared/verification/check-card.ts';
import { compareFigures, isSameFigure, readPrintedCards } from '#shared/verification/printed-card.ts';
import { digitsToBytes, type SignedCard, unpackCard } from '#shared/verification/signed-card.ts';
import { decodeQrCode } from '../../../web/verify/decode-qr-code.ts';
import { paintModules } from '../../support/cards/painted-card.ts';
import { createSigningSchool, sampleCardFigures, sampleSchoolAddress } from '../../support/cards/sample-cards.ts';
import { readPrintedPdf } from '../../support/files/printed-pdf.ts';
import { makeSampleReportCard, sampleSchool } from '../../support/files/sample-report-cards.ts';

const printedAt = new Date('2026-04-03T14:15:16Z');

describe('a posted card as it is printed', () => {
  let card: SignedCard;
  let posted: PrintableCard;
  let pdf: Uint8Array;
  const print = (one: PrintableCard) => renderReportCards({ school: sampleSchool, cards: [one], printedAt });

  beforeAll(async () => {
    const school = await createSigningSchool();
    const report = makeSampleReportCard(1);
    const subjects = report.subjects.map(({ title, total }) => ({ title, total }));
    const { period, student, average } = report;
    card = await school.sign({
      ...{ ...sampleCardFigures, subjects, year: period.year, term: period.term, termTitle: period.termTitle },
      ...{ school: sampleSchool.name, classId: student.classId, average: average.text },
      initials: 'F.A.',
    });
    posted = {
      card: report,
      posted: { school: sampleSchool, postedAt: printedAt, signed: { ...card, address: sampleSchoolAddress } },
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
    const [read, ...others] = await readPrintedCards(document as never);
    expect(others).toEqual([]);
    expect(JSON.parse(read?.credential ?? '')).toEqual(signedCredential(card, sampleSchoolAddress));
    expect(cardOfCredential(read?.credential ?? '', sampleSchoolAddress)).toEqual(card);
  });

  it('shows the figures that were signed, and one that was changed afterwards beside the signed one', async () => {
    const figures = async (one: PrintableCard) => {
      const [read] = await readPrintedCards((await getDocumentProxy(Uint8Array.from(await print(one)))) as never);
      return read ? compareFigures(card, read).filter((figure) => !isSameFigure(figure)) : null;
    };
    expect(await figures(posted)).toEqual([]);
    const [first, second, ...others] = posted.card.subjects;
    if (!first || !second) throw new Error('The sample card has no subjects');
    const forged = (change: Partial<PrintableCard['card']>) => ({ ...posted, card: { ...posted.card, ...change } });
    const better = { ...first, total: '99.9' };
    expect(await figures(forged({ subjects: [better, second, ...others] }))).toEqual([
      { label: first.title, signed: first.total, printed: '99.9' },
    ]);
    expect(await figures(forged({ subjects: [second, ...others] }))).toEqual([
      { label: first.title, signed: first.total, printed: null },
    ]);
    expect(
      await figures(forged({ subjects: [...posted.card.subjects, { ...first, title: 'Rocketry' }] })),
    ).toMatchObject([{ label: expect.stringContaining('Rocketry'), signed: '–', printed: first.total }]);
    expect(await figures(forged({ average: { text: '99.9', entered: 1, of: 1 } }))).toEqual([
      { label: 'Average', signed: '68.8 %', printed: '99.9 %' },
    ]);
    expect(await figures(forged({ student: { ...posted.card.student, name: 'Baptiste, Farid' } }))).toEqual([
      { label: 'Initials', signed: 'F.A.', printed: 'F.B.' },
    ]);
    expect(await figures(forged({ student: { ...posted.card.student, classId: '5S' } }))).toEqual([
      { label: 'Class', signed: '3A', printed: '5S' },
    ]);
  });

  it('is at most 6 KB larger for it', async () => {
    const before = await print({ ...posted, posted: { school: sampleSchool, postedAt: printedAt, signed: null } });
    expect(pdf.length - before.length).toBeGreaterThan(1000);
    expect(pdf.length - before.length).toBeLessThanOrEqual(6 * 1024);
  });

  it('has none of it where it was posted before cards were signed, or is a draft', async () => {
    const earlier = { school: sampleSchool, postedAt: printedAt, signed: null };
    for (const one of [{ card: posted.card }, { card: posted.card, posted: earlier }]) {
      const plain = await print(one);
      const document = await getDocumentProxy(Uint8Array.from(plain));
      expect(await document.getAttachments()).toBeNull();
      expect(await readPrintedCards(document as never)).toEqual([]);
      expect(decodeQrCode(paintModules(plain))).toBeNull();
      const [page] = (await readPrintedPdf(plain)).pages;
      expect(page?.texts.map(({ text }) => text).join(' ')).not.toContain('Check this card');
    }
  });
});
