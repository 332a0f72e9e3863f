import { expect, it } from 'vitest';
import { buildReportCard } from '#functions/term-reports/report-cards/build-report-card.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import { defaultSchemeRules } from '#shared/marks/scheme.ts';
import { elementsWithRole, readPrintedPdf } from '../../../../support/files/printed-pdf.ts';
import { sampleSchool, toPrintableCards } from '../../../../support/files/sample-report-cards.ts';
import {
  addExact,
  divideExact,
  parseExact,
  roundExact,
  toThreeDigits,
} from '../../../../support/samples/exact-ratio.ts';
import {
  computeExpectedStudents,
  everyLevelAndTerm,
  makeRandomClass,
  toStoredRecords,
} from '../../../../support/samples/random-class.ts';
import { demoSchool, makeCardFacts } from '../term-facts.ts';

const printedAt = new Date('2026-07-01T12:00:00Z');
const asRead = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Report cards of a class as a reader reads them: marks by subject, and the paragraph of the average. */
async function printedCards(noted: ReturnType<typeof makeRandomClass>) {
  const { students, subjects, reports, records } = toStoredRecords(noted);
  const facts = makeCardFacts({ school: { ...demoSchool, markingScheme: [...defaultSchemeRules] }, subjects });
  const cards = students.map((student) => {
    const isOwn = ({ studentId }: { studentId: string }) => studentId === student.studentId;
    const report = reports.find(isOwn);
    if (!report) throw new Error(`${student.studentId} has no report`);
    return buildReportCard({ facts, student, report, records: records.filter(isOwn) });
  });
  const { sections } = await readPrintedPdf(
    await renderReportCards({ school: sampleSchool, cards: toPrintableCards(cards), printedAt }),
  );
  return sections.map((section) => ({
    name: elementsWithRole([section], 'H2').map(({ text }) => asRead(text)),
    rows: elementsWithRole([section], 'TR').map((row) => row.children.map(({ text }) => asRead(text))),
    average: elementsWithRole([section], 'P')
      .map(({ text }) => asRead(text))
      .find((text) => text.startsWith('Average')),
  }));
}

/**
 * What a reader with a calculator does: add the printed parts, and divide the sum of the printed totals by their
 * number.
 */
function expectCalculatorAgrees({
  rows: [heads = [], ...rows],
  average = '',
}: Awaited<ReturnType<typeof printedCards>>[number]) {
  const columns = heads.flatMap((head, index) => (/^(Course|Exam) of/.test(head) ? [index] : []));
  const total = heads.findIndex((head) => head.startsWith('Total'));
  const totals = rows.map((row) => row[total] ?? '').filter((text) => text !== '–');
  for (const row of rows.filter((one) => one[total] !== '–')) {
    const parts = columns.map((column) => parseExact(row[column] ?? ''));
    expect(row[total]).toBe(roundExact(parts.reduce(addExact), 1));
  }
  if (totals.length === 0) return;
  const mean = divideExact(totals.map(parseExact).reduce(addExact), parseExact(totals.length));
  expect(average).toMatch(new RegExp(`^Average ${toThreeDigits(mean).replace('.', '\\.')} %`));
}

it.each(
  everyLevelAndTerm,
)('the figures on printed report cards equal the oracle in level $level, term $term', async (at) => {
  let cards = 0;
  for (let seed = 0; seed < 4; seed += 1) {
    const noted = makeRandomClass(at.level * 1000 + at.term * 100 + seed, { ...at, students: 12, subjects: 12 });
    const printed = await printedCards(noted);
    cards += printed.length;
    const expected = computeExpectedStudents(noted).map(({ name, marks, average, entered, of }) => {
      // Subjects that are not the class's have no row; a missing mark is a dash.
      const missing = entered < of ? ` ${entered} of ${of} entered` : '';
      return {
        name: [name],
        rows: [...marks]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([id, { course, exam, total }]) => {
            const isOpen = {
              course: at.level <= 4 || at.term !== 2,
              exam: at.term === 3 || (at.term === 2) === at.level > 4,
            };
            return [
              `Title ${id}`,
              ...(isOpen.course ? [course ?? '–'] : []),
              ...(isOpen.exam ? [exam ?? '–'] : []),
              total ?? '–',
            ];
          }),
        average:
          of === 0
            ? expect.stringMatching(/^Average --/)
            : `Average ${average === null ? '--' : `${average} %`}${missing}`,
      };
    });
    expect(
      printed.map(({ rows, ...card }) => {
        const parts = (rows[0]?.length ?? 0) - 5;
        return { ...card, rows: rows.slice(1).map((row) => row.slice(0, parts)) };
      }),
    ).toEqual(expected);
    for (const card of printed) expectCalculatorAgrees(card);
  }
  expect(cards).toBeGreaterThan(4);
});
