import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard, ReportCardSubject } from '#functions/term-reports/report-cards/report-card.ts';
import {
  elementsWithRole,
  type PrintedElement,
  type PrintedPage,
  readPrintedPdf,
} from '../../../../support/files/printed-pdf.ts';
import {
  sampleReportCard,
  sampleReportCards,
  sampleSchool,
  toPrintableCards,
} from '../../../../support/files/sample-report-cards.ts';

const printedAt = new Date('2026-07-02T02:30:00Z');
const SUBSTITUTE = '\ufffd';

async function print(...cards: ReportCard[]) {
  const bytes = await renderReportCards({ school: sampleSchool, cards: toPrintableCards(cards), printedAt });
  return readPrintedPdf(bytes);
}

async function printOne(card: ReportCard) {
  const pdf = await print(card);
  const [section] = pdf.sections;
  if (!section) throw new Error('the card has no section');
  return { ...pdf, section };
}

/** Lines and parts of a cell read as one text. */
const asRead = (text: string) => text.replace(/\s+/g, ' ').trim();
/** Text that was cut somewhere, without spaces: a cut looks like a space. */
const squeezed = (text: string) => text.replace(/\s/g, '');
const rowsOf = (section: PrintedElement) =>
  elementsWithRole([section], 'TR').map((row) => row.children.map(({ text }) => asRead(text)));
const paragraphsOf = (section: PrintedElement) => elementsWithRole([section], 'P').map(({ text }) => asRead(text));

/** A row of a weighted term as it should be read, made from the data alone. */
const expectedRow = (subject: ReportCardSubject) => [
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

/** Every text inside the page's margins, and no two on top of each other; the DRAFT that lies under all of them aside. */
function expectCleanPage(page: PrintedPage): void {
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

describe('a report card', () => {
  it('prints every mark, total, grade and comment of every subject in full', async () => {
    const cards = sampleReportCards(5);
    const { sections } = await print(...cards);
    for (const [i, card] of cards.entries()) {
      const section = sections[i];
      if (!section) throw new Error(`card ${i} is missing`);
      expect(rowsOf(section).slice(1)).toEqual(card.subjects.map(expectedRow));
    }
  });

  it('prints the facts of school, student and term, the remarks and the key to the grades', async () => {
    const card = sampleReportCard(0);
    const { section } = await printOne(card);
    expect(elementsWithRole([section], 'H2').map(({ text }) => text)).toEqual(['Joseph, Anika Simone']);
    expect(paragraphsOf(section)).toEqual(
      expect.arrayContaining([
        'Northgate Secondary School',
        'Learn with joy, serve with honour',
        '14 Cocoa Road, Northgate, Trinidad Tel. 868 555 0142 office@northgate.example',
        'Term 3, 2025-2026',
        'Student ID 20260001',
        'Class 3A',
        'Form 3',
        'Date of birth 13-Jun-2012',
        'House Ibis',
        'Term began 13-Apr-2026',
        'Term ended 03-Jul-2026',
        'New term begins 07-Sep-2026',
        'Possible attendance 110',
        'Authority A',
        'Responsibility B',
        'Cooperation A',
        'Steel orchestra, Debating society, Cricket',
        'Ms A. Joseph Form teacher',
        'Mr K. Ottley Dean',
        'Dr M. Seecharan Principal',
        card.remarks.formTeacher,
        card.remarks.dean,
        'Grades: A Excellent · B Good · C Satisfactory · D Needs improvement · E Urgent Intervention Needed · ' +
          'App. application · Con. conduct',
      ]),
    );
  });

  it('shows a missing mark as a dash, never as a zero, and says how many the average counts', async () => {
    const card = sampleReportCard(0);
    const [first, second] = card.subjects;
    if (!first || !second) throw new Error('the sample has subjects');
    Object.assign(first, { exam: null, total: null });
    Object.assign(second, { comment: null, teacher: null, conduct: null });
    card.average = { text: '61.2', entered: 11, of: 12 };
    const { section } = await printOne(card);
    expect(rowsOf(section).slice(1)).toEqual(card.subjects.map(expectedRow));
    expect(rowsOf(section)[1]?.slice(1, 4)).toEqual([first.course, '–', '–']);
    expect(paragraphsOf(section)).toContain('Average 61.2 % 11 of 12 entered');
  });

  it('says nothing of missing marks when none is missing, and -- when there is no average', async () => {
    const card = sampleReportCard(0);
    expect(paragraphsOf((await printOne(card)).section)).toContain(`Average ${card.average.text} %`);
    card.average = { text: null, entered: 0, of: 12 };
    expect(paragraphsOf((await printOne(card)).section)).toContain('Average -- 0 of 12 entered');
  });

  it.each([
    { term: 'a weighted term', maxima: { course: 30, exam: 70 }, columns: ['Course of 30', 'Exam of 70', 'Total %'] },
    { term: 'a course-only term', maxima: { course: 100, exam: null }, columns: ['Course of 100', 'Total %'] },
    { term: 'an exam-only term', maxima: { course: null, exam: 100 }, columns: ['Exam of 100', 'Total %'] },
  ])('has a column for each part that is open in $term', async ({ maxima, columns }) => {
    const { section } = await printOne({ ...sampleReportCard(0), maxima });
    expect(rowsOf(section)[0]?.slice(1, 1 + columns.length)).toEqual(columns);
    expect(rowsOf(section)[0]?.at(1 + columns.length)).toBe('Absent times');
  });

  it('names the sixth forms and prints the music class', async () => {
    const card = sampleReportCard(0);
    card.student.formLevel = 6;
    card.music = { timesAbsent: 1, timesLate: 0, grade: 'B', application: 'A', conduct: null, comment: 'Plays well.' };
    const texts = paragraphsOf((await printOne(card)).section);
    expect(texts).toContain('Form Lower sixth');
    expect(texts).toContain('Grade B · Application A · Conduct – · Absent 1 · Late 0');
    expect(texts).toContain('Plays well.');
  });

  it('fits on one page with 12 to 14 subjects and ordinary comments', async () => {
    const cards = sampleReportCards(35);
    expect(new Set(cards.map(({ subjects }) => subjects.length))).toEqual(new Set([12, 13, 14]));
    const { pages } = await print(...cards);
    expect(pages).toHaveLength(35);
    for (const page of pages) expectCleanPage(page);
  });
});

describe('the document', () => {
  it('starts each card on a new page, with a bookmark', async () => {
    const cards = sampleReportCards(3);
    const { pages, bookmarks } = await print(...cards);
    expect(bookmarks).toEqual(cards.map(({ student }) => student.name));
    for (const [i, page] of pages.entries()) {
      expect(page.texts.map(({ text }) => text)).toContain(cards[i]?.student.name);
    }
  });

  it('carries title, language and tags, with headings for rows and columns', async () => {
    const pdf = await printOne(sampleReportCard(0));
    expect(pdf).toMatchObject({
      title: 'Term report, Joseph, Anika Simone, Term 3, 2025-2026',
      language: 'en',
      isTagged: true,
    });
    const [head, ...rows] = elementsWithRole([pdf.section], 'TR');
    expect(head?.children.map(({ role }) => role)).toEqual(Array(9).fill('TH'));
    for (const row of rows) expect(row.children.map(({ role }) => role)).toEqual(['TH', ...Array(8).fill('TD')]);
    expect(elementsWithRole([pdf.section], 'H3').map(({ text }) => text)).toEqual([
      'Co-curricular activities',
      'Form teacher’s remarks',
      'Dean’s remarks',
    ]);
  });

  it('says when it was printed by the calendar of the school', async () => {
    const { pages } = await print(sampleReportCard(0));
    expect(pages[0]?.texts.filter(({ isDecoration }) => isDecoration).map(({ text }) => text)).toEqual([
      'DRAFT',
      'DRAFT, not posted. Printed 01-Jul-2026',
      'Page 1 of 1',
    ]);
  });

  it('is the same, byte for byte, for the same cards', async () => {
    const options = { school: sampleSchool, cards: toPrintableCards(sampleReportCards(3)), printedAt };
    expect(Buffer.from(await renderReportCards(options)).equals(await renderReportCards(options))).toBe(true);
    const card = options.cards[0]?.card;
    if (!card) throw new Error('there are cards');
    card.subjects[0] = { ...sampleReportCard(7).subjects[0], title: 'Physics' } as ReportCardSubject;
    const other = await renderReportCards(options);
    expect(
      Buffer.from(other).equals(await renderReportCards({ ...options, cards: toPrintableCards(sampleReportCards(3)) })),
    ).toBe(false);
  });
});

describe('a card that is too much for one page', () => {
  const comment = (length: number) =>
    'Ana has worked with care; her answers are fuller than before, and she checks them. '.repeat(10).slice(0, length);

  it('flows over pages that repeat the head of the table and number themselves', async () => {
    const card = sampleReportCard(1);
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
    const card = sampleReportCard(1);
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
      await renderReportCards({ school, cards: toPrintableCards([sampleReportCard(0)]), printedAt }),
    );
    for (const page of pdf.pages) expectCleanPage(page);
    const printed = elementsWithRole(pdf.sections, 'P').map(({ text }) => squeezed(text));
    expect(printed.slice(0, 2)).toEqual([squeezed(name), squeezed(name)]);
    expect(printed[2]).toContain('8'.repeat(90));
  });

  it('never leaves the signatures alone on a page', async () => {
    // A row more each time moves the end of the card by less than the signatures are high, past the end of two pages.
    for (let subjects = 18; subjects < 46; subjects++) {
      const card = sampleReportCard(1);
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
    const card = sampleReportCard(1);
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
    const card = sampleReportCard(0);
    (card.subjects[0] as ReportCardSubject).comment = text;
    const { section, pages } = await printOne(card);
    for (const page of pages) expectCleanPage(page);
    return rowsOf(section)[1]?.at(-1) ?? '';
  }

  it('prints letters of the Latin script with all diacritics as they are', async () => {
    const name = 'Ōzgür Āşık-Nguyễn, Žofie Łucja Ĩsṭván ő ű ș ț ǆ ẞ ḥ ṃ Ǿ ẽ';
    const card = sampleReportCard(0);
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
