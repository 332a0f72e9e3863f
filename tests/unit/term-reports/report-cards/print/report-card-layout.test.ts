import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCardSubject } from '#functions/term-reports/report-cards/report-card.ts';
import { elementsWithRole, readPrintedPdf } from '../../../../support/files/printed-pdf.ts';
import { makeSampleReportCard, sampleSchool, toPrintableCards } from '../../../../support/files/sample-report-cards.ts';
import {
  asRead,
  expectCleanPage,
  expectedRow,
  paragraphsOf,
  printedAt,
  printOne,
  rowsOf,
  SUBSTITUTE,
  squeezed,
} from './printed-card.ts';

describe('a card that is too much for one page', () => {
  const comment = (length: number) =>
    'Ana has worked with care; her answers are fuller than before, and she checks them. '.repeat(10).slice(0, length);

  it('flows over pages that repeat the head of the table and number themselves', async () => {
    const card = makeSampleReportCard(1);
    for (const subject of card.subjects) subject.comment = comment(500);
    card.remarks = { formTeacher: comment(500), dean: comment(500) };
    const { pages, section } = await printOne(card);
    expect(pages.length).toBeGreaterThan(2);
    expect(rowsOf(section).slice(1)).toEqual(card.subjects.map(expectedRow));
    expect(paragraphsOf(section)).toContain(asRead(comment(500)));
    for (const [i, page] of pages.entries()) {
      expectCleanPage(page);
      const texts = page.texts.map(({ text }) => text);
      expect(texts).toContain(`Page ${i + 1} of ${pages.length}`);
      if (i > 0) expect(texts).toContain('Ali, Farid, 3A');
      const hasRows = card.subjects.some(({ title }) => texts.includes(title));
      expect(texts.includes('Course'), `head of the table on page ${i + 1}`).toBe(hasRows);
    }
  });

  it('keeps each row whole up to a comment of 500 wide letters', async () => {
    const card = makeSampleReportCard(1);
    for (const subject of card.subjects) subject.comment = 'W'.repeat(500);
    const { pages, section } = await printOne(card);
    const comments = rowsOf(section)
      .slice(1)
      .map((row) => row.at(-1)?.replaceAll(' ', ''));
    expect(comments).toEqual(card.subjects.map(() => 'W'.repeat(500)));
    const lines = pages.map((page) =>
      page.texts.filter(({ text }) => /^W+$/.test(text)).map(({ text }) => text.length),
    );
    for (const onPage of lines) expect(onPage.reduce((sum, length) => sum + length, 0) % 500).toBe(0);
    for (const page of pages) expectCleanPage(page);
  });

  it('wraps a long name of the school and long lines of its address', async () => {
    const name =
      'The Saint Augustine of Hippo Memorial Secondary School and Sixth Form College of Northgate and Cocoa Valley';
    const school = {
      ...sampleSchool,
      name,
      motto: name,
      address: [name, 'Apartment 12', name],
      telephone: '8'.repeat(90),
    };
    const pdf = await readPrintedPdf(
      await renderReportCards({ school, cards: toPrintableCards([makeSampleReportCard(0)]), printedAt }),
    );
    for (const page of pdf.pages) expectCleanPage(page);
    const printed = elementsWithRole(pdf.sections, 'P').map(({ text }) => squeezed(text));
    expect(printed.slice(0, 2)).toEqual([squeezed(name), squeezed(name)]);
    expect(printed[2]).toContain('8'.repeat(90));
  });

  it('never leaves the signatures alone on a page', async () => {
    // A row more each time moves the end of the card by less than the signatures are high, past the end of two pages.
    for (let subjects = 18; subjects < 46; subjects++) {
      const card = makeSampleReportCard(1);
      card.subjects = Array.from({ length: subjects }, (_, i) => ({
        ...(card.subjects[i % 10] as ReportCardSubject),
        comment: 'Good effort.',
      }));
      const last = (await printOne(card)).pages.at(-1)?.texts.map(({ text }) => text) ?? [];
      expect(last).toContain('Parent or guardian');
      expect(last, `${subjects} subjects`).toContain('Dean’s remarks');
    }
  });

  it('cuts what no page can hold, and loses none of it', async () => {
    const words = Array.from({ length: 3000 }, (_, i) => `word${i}`).join(' ');
    const card = makeSampleReportCard(1);
    (card.subjects[3] as ReportCardSubject).comment = words;
    card.remarks.formTeacher = words;
    const { pages, section } = await printOne(card);
    for (const page of pages) expectCleanPage(page);
    expect(rowsOf(section)[4]?.at(-1)).toBe(words);
    const paragraphs = paragraphsOf(section).filter((text) => text.includes('word'));
    expect(paragraphs.length).toBeGreaterThan(1);
    expect(paragraphs.join(' ')).toBe(words);
  });
});

describe('hostile text', () => {
  async function commentAsPrinted(text: string): Promise<string> {
    const card = makeSampleReportCard(0);
    (card.subjects[0] as ReportCardSubject).comment = text;
    const { section, pages } = await printOne(card);
    for (const page of pages) expectCleanPage(page);
    return rowsOf(section)[1]?.at(-1) ?? '';
  }

  it('prints letters of the Latin script with all diacritics as they are', async () => {
    const name = 'Ōzgür Āşık-Nguyễn, Žofie Łucja Ĩsṭván ő ű ș ț ǆ ẞ ḥ ṃ Ǿ ẽ';
    const card = makeSampleReportCard(0);
    card.student.name = name;
    const { section } = await printOne(card);
    expect(elementsWithRole([section], 'H2').map(({ text }) => asRead(text))).toEqual([name]);
    expect(squeezed(await commentAsPrinted(name))).toBe(squeezed(name));
  });

  it('composes letters and marks, and keeps marks that have no composed letter', async () => {
    expect(await commentAsPrinted('Zoe\u0308 S\u030caric\u0301')).toBe('Zoë Šarić');
    expect(await commentAsPrinted('Q\u0323 \u1ecd\u0300n\u0304')).toBe('Q\u0323 \u1ecd\u0300n\u0304');
  });

  it('prints a visible substitute for what the fonts do not have or cannot set right', async () => {
    expect(await commentAsPrinted('good 🎓 work')).toBe(`good ${SUBSTITUTE} work`);
    expect(await commentAsPrinted('שלום x')).toBe(`${SUBSTITUTE.repeat(4)} x`);
    expect(await commentAsPrinted('नमस्ते 漢字')).toBe(`${SUBSTITUTE.repeat(6)} ${SUBSTITUTE.repeat(2)}`);
    expect(await commentAsPrinted('bell\u0007 \ud800 lone')).toBe(`bell${SUBSTITUTE} ${SUBSTITUTE} lone`);
  });

  it('takes markup and the syntax of PDF for text', async () => {
    const text = '<script>alert(1)</script> & "quotes" \\ ) Tj ET endstream ( %PDF';
    expect(await commentAsPrinted(text)).toBe(text);
  });

  it('keeps the lines of the writer and drops what has no appearance', async () => {
    expect(await commentAsPrinted('one\r\ntwo\tthree\u2028fo\u00adur\u200d')).toBe('one two three four');
    expect(await commentAsPrinted('five\u1680six\u3000seven\u0085eight')).toBe('five six seven eight');
  });

  it('loses no character of any comment', async () => {
    const anything = fc
      .array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 12 })
      .map((parts) => parts.join(' '));
    const expected = (text: string) =>
      [...text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')].filter(
        (letter) => !/[\s\u0085]/.test(letter),
      ).length;
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        const printed = [...(await commentAsPrinted(text)).replace(/\s/g, '')];
        expect(printed).toHaveLength(expected(text));
      }),
      { numRuns: 40 },
    );
  });
});
