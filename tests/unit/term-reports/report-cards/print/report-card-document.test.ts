import { describe, expect, it } from 'vitest';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCardSubject } from '#functions/term-reports/report-cards/report-card.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import { elementsWithRole } from '../../../../support/files/printed-pdf.ts';
import {
  makeSampleReportCard,
  makeSampleReportCards,
  sampleSchool,
  toPrintableCards,
} from '../../../../support/files/sample-report-cards.ts';
import { expectCleanPage, expectedRow, paragraphsOf, print, printedAt, printOne, rowsOf } from './printed-card.ts';

describe('a report card', () => {
  it('prints every mark, total, grade and comment of every subject in full', async () => {
    const cards = makeSampleReportCards(5);
    const { sections } = await print(...cards);
    for (const [i, card] of cards.entries()) {
      const section = sections[i];
      if (!section) throw new Error(`card ${i} is missing`);
      expect(rowsOf(section).slice(1)).toEqual(card.subjects.map(expectedRow));
    }
  });

  it('prints the facts of school, student and term, the remarks and the key to the grades', async () => {
    const card = makeSampleReportCard(0);
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
    const card = makeSampleReportCard(0);
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
    const card = makeSampleReportCard(0);
    expect(paragraphsOf((await printOne(card)).section)).toContain(`Average ${card.average.text} %`);
    card.average = { text: null, entered: 0, of: 12 };
    expect(paragraphsOf((await printOne(card)).section)).toContain('Average -- 0 of 12 entered');
  });

  it.each([
    { term: 'a weighted term', maxima: { course: 30, exam: 70 }, columns: ['Course of 30', 'Exam of 70', 'Total %'] },
    {
      term: 'a term with marks out of 100',
      maxima: { course: 100, exam: 100 },
      weights: { course: 30, exam: 70 },
      columns: ['Course of 100, 30 %', 'Exam of 100, 70 %', 'Total %'],
    },
    { term: 'a course-only term', maxima: { course: 100, exam: null }, columns: ['Course of 100', 'Total %'] },
    { term: 'an exam-only term', maxima: { course: null, exam: 100 }, columns: ['Exam of 100', 'Total %'] },
  ])('has a column for each part that is open in $term', async ({ maxima, weights, columns }) => {
    const { section } = await printOne({ ...makeSampleReportCard(0), maxima, ...(weights ? { weights } : {}) });
    expect(rowsOf(section)[0]?.slice(1, 1 + columns.length)).toEqual(columns);
    expect(rowsOf(section)[0]?.at(1 + columns.length)).toBe('Absent times');
  });

  it('names the sixth forms and prints the music class', async () => {
    const card = makeSampleReportCard(0);
    card.student.formLevel = 6;
    card.music = { timesAbsent: 1, timesLate: 0, grade: 'B', application: 'A', conduct: null, comment: 'Plays well.' };
    const texts = paragraphsOf((await printOne(card)).section);
    expect(texts).toContain('Form Lower sixth');
    expect(texts).toContain('Grade B · Application A · Conduct – · Absent 1 · Late 0');
    expect(texts).toContain('Plays well.');
  });

  it('fits on one page with 12 to 14 subjects and ordinary comments', async () => {
    const cards = makeSampleReportCards(35);
    expect(new Set(cards.map(({ subjects }) => subjects.length))).toEqual(new Set([12, 13, 14]));
    const { pages } = await print(...cards);
    expect(pages).toHaveLength(35);
    for (const page of pages) expectCleanPage(page);
  });
});

describe('the document', () => {
  it('starts each card on a new page, with a bookmark', async () => {
    const cards = makeSampleReportCards(3);
    const { pages, bookmarks } = await print(...cards);
    expect(bookmarks).toEqual(cards.map(({ student }) => student.name));
    for (const [i, page] of pages.entries()) {
      expect(page.texts.map(({ text }) => text)).toContain(cards[i]?.student.name);
    }
  });

  it('carries title, language and tags, with headings for rows and columns', async () => {
    const pdf = await printOne(makeSampleReportCard(0));
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
      remarkTitles.formTeacher,
      'Dean’s remarks',
    ]);
  });

  it('says when it was printed by the calendar of the school', async () => {
    const { pages } = await print(makeSampleReportCard(0));
    expect(pages[0]?.texts.filter(({ isDecoration }) => isDecoration).map(({ text }) => text)).toEqual([
      'DRAFT',
      'DRAFT, not posted. Printed 01-Jul-2026',
      'Page 1 of 1',
    ]);
  });

  it('is the same, byte for byte, for the same cards', async () => {
    const options = { school: sampleSchool, cards: toPrintableCards(makeSampleReportCards(3)), printedAt };
    expect(Buffer.from(await renderReportCards(options)).equals(await renderReportCards(options))).toBe(true);
    const card = options.cards[0]?.card;
    if (!card) throw new Error('there are cards');
    card.subjects[0] = { ...makeSampleReportCard(7).subjects[0], title: 'Physics' } as ReportCardSubject;
    const other = await renderReportCards(options);
    expect(
      Buffer.from(other).equals(
        await renderReportCards({ ...options, cards: toPrintableCards(makeSampleReportCards(3)) }),
      ),
    ).toBe(false);
  });
});
