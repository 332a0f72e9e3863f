import { expect, it, onTestFinished, vi } from 'vitest';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import type * as Fields from '#shared/term-reports/fields.ts';
import { readPrintedPdf } from '../../../../support/files/printed-pdf.ts';
import { makeSampleReportCard, sampleSchool, toPrintableCards } from '../../../../support/files/sample-report-cards.ts';

/** The card with a grade in the catalogue that it does not have today. */
async function renderWithPunctuality() {
  vi.resetModules();
  vi.doMock('#shared/term-reports/fields.ts', async (importOriginal) => {
    const real = await importOriginal<typeof Fields>();
    const punctuality = { field: 'punct', name: 'punctuality', label: 'Punctuality', kind: 'grade', part: 'student' };
    return {
      ...real,
      fieldsOfGroup: (group: Fields.ReportGroup) => [
        ...real.fieldsOfGroup(group),
        ...(group === 'conduct' ? [{ ...punctuality, group }] : []),
      ],
    };
  });
  onTestFinished(() => vi.doUnmock('#shared/term-reports/fields.ts'));
  return (await import('#functions/term-reports/report-cards/print/render-report-cards.ts')).renderReportCards;
}

it('a grade more has its place in the band, and no label of it is broken', async () => {
  const renderReportCards = await renderWithPunctuality();
  const sample = makeSampleReportCard(1);
  const conduct = { ...sample.conduct, punctuality: 'B' };
  // Its note is the longest of what may be in the band.
  const card: ReportCard = { ...sample, conduct, average: { text: '64.3', entered: 11, of: 13 } };
  const bytes = await renderReportCards({
    school: sampleSchool,
    cards: toPrintableCards([card]),
    printedAt: new Date(),
  });
  const { texts = [] } = (await readPrintedPdf(bytes)).pages[0] ?? {};
  const whole = ['Average', '11 of 13 entered', 'Possible attendance', 'Times absent', 'Times late'];
  const grades = ['Authority', 'Responsibility', 'Cooperation', 'Punctuality'];
  const printed = texts.map(({ text }) => text.trim());
  for (const label of [...whole, ...grades]) expect(printed).toContain(label);
  const lines = new Set(
    [...whole.filter((label) => !/\d/.test(label)), ...grades].map(
      (label) => texts.find(({ text }) => text.trim() === label)?.y,
    ),
  );
  expect(lines.size).toBe(1);
});
