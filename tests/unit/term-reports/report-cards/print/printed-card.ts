import { expect } from 'vitest';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard, ReportCardSubject } from '#functions/term-reports/report-cards/report-card.ts';
import {
  elementsWithRole,
  type PrintedElement,
  type PrintedPage,
  readPrintedPdf,
} from '../../../../support/files/printed-pdf.ts';
import { sampleSchool, toPrintableCards } from '../../../../support/files/sample-report-cards.ts';

export const printedAt = new Date('2026-07-02T02:30:00Z');
export const SUBSTITUTE = '\ufffd';

export async function print(...cards: ReportCard[]) {
  const bytes = await renderReportCards({ school: sampleSchool, cards: toPrintableCards(cards), printedAt });
  return readPrintedPdf(bytes);
}

export async function printOne(card: ReportCard) {
  const pdf = await print(card);
  const [section] = pdf.sections;
  if (!section) throw new Error('the card has no section');
  return { ...pdf, section };
}

/** Lines and parts of a cell read as one text. */
export const asRead = (text: string) => text.replace(/\s+/g, ' ').trim();
/** Text that was cut somewhere, without spaces: a cut looks like a space. */
export const squeezed = (text: string) => text.replace(/\s/g, '');
export const rowsOf = (section: PrintedElement) =>
  elementsWithRole([section], 'TR').map((row) => row.children.map(({ text }) => asRead(text)));
export const paragraphsOf = (section: PrintedElement) =>
  elementsWithRole([section], 'P').map(({ text }) => asRead(text));

/** A row of a weighted term as it should be read, made from the data alone. */
export const expectedRow = (subject: ReportCardSubject) => [
  asRead(`${subject.title} ${subject.teacher ?? ''}`),
  subject.course ?? '–',
  subject.exam ?? '–',
  subject.total ?? '–',
  String(subject.timesAbsent ?? '–'),
  String(subject.timesLate ?? '–'),
  subject.application ?? '–',
  subject.conduct ?? '–',
  asRead(subject.comment ?? ''),
];

/**
 * Every text inside the page's margins, and no two on top of each other; the DRAFT that lies under all of them aside.
 */
export function expectCleanPage(page: PrintedPage): void {
  const texts = page.texts.filter(({ text, isDecoration }) => !(isDecoration && text === 'DRAFT'));
  const boxes = texts.map(({ text, x, y, width, size }) => ({
    text,
    left: x,
    right: x + width,
    top: y - size * 0.6,
    bottom: y,
  }));
  for (const box of boxes) {
    expect(box.left, box.text).toBeGreaterThanOrEqual(39.9);
    expect(box.right, box.text).toBeLessThanOrEqual(page.width - 39.9);
    expect(box.top, box.text).toBeGreaterThanOrEqual(30);
    expect(box.bottom, box.text).toBeLessThanOrEqual(page.height - 18);
  }
  // A mark that is set apart from its letter is over it, as it should be.
  const letters = boxes.filter(({ text }) => !/^\p{M}+$/u.test(text)).sort((a, b) => a.top - b.top);
  for (const [i, box] of letters.entries()) {
    for (const other of letters.slice(i + 1)) {
      if (other.top >= box.bottom - 0.1) break;
      const apart = other.left >= box.right - 0.2 || other.right <= box.left + 0.2;
      expect(apart, `"${box.text}" and "${other.text}" overlap`).toBe(true);
    }
  }
}
