import { expect, it } from 'vitest';
import { findDifferentPrint } from '#functions/options/truth-check/certain/compare-print.ts';
import { readPrintedFigures } from '#functions/options/truth-check/certain/read-printed-figures.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { findUnprintable } from '#shared/printed-text.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { makeSampleReportCard, sampleSchool } from '../../../support/files/sample-report-cards.ts';

const printable = Array.from({ length: 0x2_0000 }, (_, code) => code)
  .filter((code) => code >= 0x20 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => findUnprintable(`a${character}b`).length === 0);

const cardOf = (characters: readonly string[]): ReportCard => {
  const sample = makeSampleReportCard(1);
  const [subject] = sample.subjects;
  if (!subject) throw new Error('the sample has no subject');
  const text = characters.map((character) => `a${character}b`).join(' ');
  return {
    ...sample,
    remarks: { formTeacher: text, dean: null },
    subjects: [{ ...subject, title: `a${characters[0]}b`, comment: text, teacher: `x${characters[1]}y` }],
  };
};

it('a card with any characters that print is right', { timeout: 60_000 }, async () => {
  expect(printable.length).toBeGreaterThan(1000);
  const pieces = Array.from({ length: Math.ceil(printable.length / 40) }, (_, piece) =>
    printable.slice(40 * piece, 40 * piece + 40),
  );
  const cards = pieces.map(cardOf);
  const printedAt = new Date(0);
  const posted = { school: sampleSchool, postedAt: printedAt, proof: null };
  const pages = await readPrintedFigures(
    await renderReportCards({
      school: sampleSchool,
      cards: cards.map((card) => ({ card, layout: standardLayout, posted })),
      printedAt,
    }),
  );
  const faults = cards.flatMap((card, index) => findDifferentPrint({ card, layout: standardLayout }, pages[index]));
  expect(faults).toEqual([]);
});
