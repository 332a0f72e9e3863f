import { describe, expect, it } from 'vitest';
import { parseImage } from '#functions/platform/pdf/image.ts';
import { verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { createPageFitMeasurer } from '#functions/term-reports/report-cards/print/fit-card.ts';
import type { LayoutPictures } from '#functions/term-reports/report-cards/print/layout-pictures.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import { renderSchoolSheet } from '#functions/term-reports/report-cards/print/school-paper.ts';
import { portraitSheet } from '#functions/term-reports/report-cards/print/styles.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { inWordsLayout, standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { readPrintedPdf } from '../../../../support/files/printed-pdf.ts';
import { makeJpeg, makePng } from '../../../../support/files/sample-files.ts';
import { makeSampleReportCards, sampleSchool } from '../../../../support/files/sample-report-cards.ts';
import { expectCleanPage, printedAt } from './printed-card.ts';

const hash = 'c'.repeat(64);
const crestsOf = (bytes: Uint8Array): LayoutPictures => {
  const image = parseImage(bytes);
  if (!image) throw new Error('the sample is no image');
  return new Map([[hash, image]]);
};
const square = crestsOf(makePng({ width: 200, height: 200 }));
const withCrest = (layout: CardLayout): CardLayout => ({ ...layout, crest: hash });

const print = (layout: CardLayout, { pictures = square, count = 1 } = {}) =>
  renderReportCards({
    school: sampleSchool,
    cards: makeSampleReportCards(count).map((card) => ({ card, layout })),
    printedAt,
    pictures,
  });
const imagesIn = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('/Subtype/Image').length - 1;
const nameOn = async (bytes: Uint8Array) => {
  const [page] = (await readPrintedPdf(bytes)).pages;
  const name = page?.texts.find(({ text }) => text.startsWith('Northgate'));
  if (!page || !name) throw new Error('the school has no name on the page');
  return { ...name, page };
};

describe('a crest', () => {
  it('is in a class’s file once, however many cards have it', async () => {
    expect(imagesIn(await print(withCrest(standardLayout), { count: 5 }))).toBe(1);
    expect(imagesIn(await print(standardLayout, { count: 5 }))).toBe(0);
  });

  it.each([
    ['square', square],
    ['very wide', crestsOf(makePng({ width: 2000, height: 10 }))],
    ['very high', crestsOf(makePng({ width: 10, height: 2000 }))],
    ['transparent', crestsOf(makePng({ width: 40, height: 40, colourType: 6 }))],
    ['a JPEG', crestsOf(makeJpeg({ width: 64, height: 48 }))],
  ])('is before the name and lies over nothing: %s', async (_, pictures) => {
    for (const layout of [standardLayout, inWordsLayout]) {
      const [bare, dressed] = [await print(layout), await print(withCrest(layout), { pictures })];
      const { page, x, y } = await nameOn(dressed);
      expectCleanPage(page);
      const { x: xBefore, y: yBefore } = await nameOn(bare);
      if (layout.head === 'beside') expect(x).toBeGreaterThan(xBefore);
      else expect(y).toBeGreaterThan(yBefore);
      expect((await readPrintedPdf(dressed)).pages).toHaveLength(1);
    }
  });

  it('is measured with the card that has it', () => {
    const [first] = makeSampleReportCards(1);
    if (!first) throw new Error('no card');
    const card = (length: number) => ({
      ...first,
      remarks: { ...first.remarks, dean: 'Kind to all. '.repeat(length) },
    });
    const measure = createPageFitMeasurer(sampleSchool, { pictures: square });
    const lengths = Array.from({ length: 120 }, (_, index) => index * 5);
    const fitting = (layout: CardLayout) => lengths.filter((length) => measure(card(length), layout) !== 'over').length;
    // The picture is above the name there, and takes room of the texts.
    expect(fitting(withCrest(inWordsLayout))).toBeLessThan(fitting(inWordsLayout));
  });

  it('and a signature are on posted cards and on what the office looks at, and no signature on another draft', async () => {
    const signature = 's'.repeat(64).replaceAll('s', 'd');
    const signed: CardLayout = {
      ...standardLayout,
      front: standardLayout.front.map((row) =>
        row.map((block) =>
          block.block === 'signatures'
            ? { ...block, of: block.of.map((one) => (one.post === 'principal' ? { ...one, picture: signature } : one)) }
            : block,
        ),
      ),
    };
    const pictures = new Map([...square.entries()].map(([, image]) => [signature, image]));
    const cards = (isPosted: boolean) =>
      makeSampleReportCards(2).map((card) => ({
        card,
        layout: signed,
        ...(isPosted && { posted: { school: sampleSchool, postedAt: printedAt, proof: null } }),
      }));
    const of = { school: sampleSchool, printedAt, pictures };
    const draft = await renderReportCards({ ...of, cards: cards(false) });
    const looked = await renderReportCards({ ...of, cards: cards(false), isOfLayout: true });
    const posted = await renderReportCards({ ...of, cards: cards(true) });
    expect([draft, looked, posted].map(imagesIn)).toEqual([0, 1, 1]);
    for (const page of (await readPrintedPdf(posted)).pages) expectCleanPage(page);
  });

  it('that was not read prints no card without it', async () => {
    await expect(print(withCrest(standardLayout), { pictures: new Map() })).rejects.toThrow(hash);
  });

  it('is on the sheets of the class too', async () => {
    const sheet = (crest: Parameters<typeof renderSchoolSheet>[0]['crest']) =>
      renderSchoolSheet({
        school: sampleSchool,
        printedAt,
        title: 'Rank sheet, 1A',
        about: '',
        sheet: portraitSheet,
        crest,
        parts: [{ bookmark: 'Rank sheet', note: null, body: () => verticalSpace(10) }],
      });
    expect([imagesIn(sheet(square.get(hash))), imagesIn(sheet(undefined))]).toEqual([1, 0]);
  });
});
