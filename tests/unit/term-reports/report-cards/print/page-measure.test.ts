import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPageFitMeasurer } from '#functions/term-reports/report-cards/print/fit-card.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { readPrintedPdf } from '../../../../support/files/printed-pdf.ts';
import { makeSampleReportCard, sampleSchool, toPrintableCards } from '../../../../support/files/sample-report-cards.ts';

const words = 'A steady term with pleasing results in every topic; reads well and needs practice with long answers. ';
const text = (length: number): string => words.repeat(6).slice(0, length);

/** The sample card with so many subjects, all of whose texts have that length. */
function cardOf({ subjects, comment, remark }: { subjects: number; comment: number; remark: number }): ReportCard {
  const card = makeSampleReportCard(1);
  const lines = Array.from({ length: subjects }, (_, index) => ({
    ...(card.subjects[index % card.subjects.length] as ReportCard['subjects'][number]),
    comment: text(comment),
  }));
  return { ...card, subjects: lines, remarks: { formTeacher: text(remark), dean: text(remark) } };
}

describe('the measure of a card', () => {
  const measure = createPageFitMeasurer(sampleSchool);
  const fitOf = (card: ReportCard) => measure(card, standardLayout);
  const fitsPage = (card: ReportCard) => fitOf(card) !== 'over';

  it('lets a card pass that is set smaller to fit on a page, and none that goes on to another', () => {
    const ofComment = (comment: number) => fitsPage(cardOf({ subjects: 10, comment, remark: 100 }));
    expect([0, 60, 150, 250, 500].map(ofComment)).toEqual([true, true, true, false, false]);
  });

  it('tells a card that is on one page only because it is set tighter', async () => {
    const cards = Array.from({ length: 16 }, (_, index) => cardOf({ subjects: index + 1, comment: 150, remark: 100 }));
    const fits = cards.map(fitOf);
    // More never fits better, and between both ends are some that are a few lines over.
    expect([...new Set(fits)]).toEqual(['fits', 'tight', 'over']);
    const card = cards[fits.lastIndexOf('tight')] ?? cardOf({ subjects: 0, comment: 0, remark: 0 });
    const bytes = await renderReportCards({
      school: sampleSchool,
      cards: toPrintableCards([card]),
      printedAt: new Date(0),
    });
    expect((await readPrintedPdf(bytes)).pages).toHaveLength(1);
  });

  it('says what the printed card does: one page or more', async () => {
    const printedPages = async (card: ReportCard) => {
      const bytes = await renderReportCards({
        school: sampleSchool,
        cards: toPrintableCards([card]),
        printedAt: new Date(0),
      });
      return (await readPrintedPdf(bytes)).pages.length;
    };
    const sizes = fc.record({
      subjects: fc.integer({ min: 1, max: 16 }),
      comment: fc.integer({ min: 0, max: 500 }),
      remark: fc.integer({ min: 0, max: 500 }),
    });
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        const card = cardOf(size);
        expect((await printedPages(card)) === 1).toBe(fitsPage(card));
      }),
      { numRuns: 60 },
    );
  });
});
