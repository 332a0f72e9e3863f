import readSheets from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { DocumentContent } from '#functions/options/transcripts/document-content.ts';
import { type OfficialPaper, renderOfficialPapers } from '#functions/options/transcripts/print/official-paper.ts';
import { renderTranscriptWorkbook } from '#functions/options/transcripts/print/transcript-workbook.ts';
import type { TranscriptTerm } from '#functions/options/transcripts/transcript.ts';
import { elementsWithRole, readPrintedPdf } from '../../../support/files/printed-pdf.ts';

const subjects = ['Art', 'Biology', 'Information Technology and Computer-Aided Design for the Caribbean'];

const termOf = (year: number, term: 1 | 2 | 3, source: 'posted' | 'earlier'): TranscriptTerm => ({
  year,
  term,
  title: `Term ${term}`,
  classId: source === 'posted' ? '4A' : null,
  average: source === 'posted' ? '64.5' : null,
  source,
  postedOn: source === 'posted' ? `${year}-12-15` : null,
  code: source === 'posted' ? { text: 'K7QF2M9X4T', at: 'https://marks.northgate.example' } : null,
  subjects: subjects.map((title, index) => ({
    title,
    mark: index === 1 ? null : `6${index}.5`,
    source: source === 'earlier' ? `Book ${year}` : null,
  })),
  attendance: source === 'earlier' ? { sessions: 140, absent: 7, late: null, source: 'Register' } : null,
});

const content = (change: Partial<DocumentContent> = {}): DocumentContent => ({
  kind: 'transcript',
  school: {
    name: 'Northgate Secondary School',
    motto: null,
    address: ['1 School Road'],
    telephone: null,
    email: null,
    timeZone: 'America/Port_of_Spain',
  },
  head: 'beside',
  paper: 'A4',
  principal: 'Patricia Persad',
  student: {
    id: '00123',
    name: 'Ramkissoon-Mohammed-Villafana, Anastasia-Clementina Bernadette Guadalupe Immaculata Concepcion',
    fullName: 'Anastasia-Clementina Ramkissoon-Mohammed-Villafana',
    classId: '4A',
    dateOfBirth: '2008-05-17',
    enteredOn: '2019-09-02',
    leftOn: null,
  },
  terms: [],
  words: null,
  ...change,
});

/** After midnight in UTC, and the evening before at the school. */
const issuedAt = new Date('2026-11-30T02:00:00.000Z');
const paper = (change: Partial<DocumentContent> = {}, number: string | null = '2026-0001'): OfficialPaper => ({
  content: content(change),
  number,
  issuedAt,
});
const textOf = (printed: Awaited<ReturnType<typeof readPrintedPdf>>) =>
  printed.pages.map(({ texts }) => texts.map(({ text }) => text).join(' ')).join(' ');

describe('a transcript on paper', () => {
  const terms = [termOf(2019, 1, 'earlier'), termOf(2024, 1, 'posted'), termOf(2024, 2, 'posted')];

  it('is tagged, has headings, a table for each year, and no name that is cut', async () => {
    const printed = await readPrintedPdf(renderOfficialPapers([paper({ terms })]));
    expect(printed).toMatchObject({ isTagged: true, language: 'en' });
    expect(printed.bookmarks).toEqual([content().student.name]);
    const texts = (role: string) =>
      elementsWithRole(printed.sections, role).map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(texts('H1')).toEqual(['Transcript']);
    expect(texts('H2')).toEqual([content().student.name]);
    expect(texts('H3')).toEqual(['2019-2020', '2024-2025 · 4A']);
    const [first, second, ...others] = elementsWithRole(printed.sections, 'Table');
    expect(others).toEqual([]);
    const rowsOf = (table: typeof first) =>
      elementsWithRole(table?.children ?? [], 'TR').map(({ children }) =>
        children.map(({ text }) => text.replaceAll(/\s+/g, ' ')),
      );
    expect(rowsOf(first)).toEqual([
      ['Subject, 2019-2020', 'Term 1, earlier records'],
      ['Art', '60.5 a'],
      ['Biology', '– a'],
      [subjects[2], '62.5 a'],
      ['Sessions', '140 b'],
      ['Sessions absent', '7 b'],
    ]);
    expect(rowsOf(second)).toEqual([
      ['Subject, 2024-2025', 'Term 1', 'Term 2'],
      ['Art', '60.5', '60.5'],
      ['Biology', '–', '–'],
      [subjects[2], '62.5', '62.5'],
      ['Average %', '64.5', '64.5'],
      ['Code of the report card', 'K7QF2-M9X4T', 'K7QF2-M9X4T'],
    ]);
    const text = textOf(printed);
    expect(text).toContain('Issued 29-Nov-2026');
    expect(text).toContain('can be checked with it at marks.northgate.example.');
    expect(text).toContain('a: earlier records, not of this system (Book 2019)');
    expect(text).toContain('b: earlier records, not of this system (Register)');
    expect(text).toContain('Patricia Persad');
  });

  it('runs over several pages, each with its number, the page and the student', async () => {
    const years = [2018, 2019, 2020, 2021, 2022, 2023, 2024];
    const many = years.flatMap((year) => ([1, 2, 3] as const).map((term) => termOf(year, term, 'posted')));
    for (const term of many)
      term.subjects = Array.from({ length: 14 }, (_, index) => ({
        title: `Subject ${index}`,
        mark: '50.0',
        source: null,
      }));
    const printed = await readPrintedPdf(renderOfficialPapers([paper({ terms: many })]));
    expect(printed.pages.length).toBeGreaterThan(2);
    for (const [index, { texts }] of printed.pages.entries()) {
      const frame = texts.map(({ text }) => text).join(' ');
      expect(frame).toContain(`Page ${index + 1} of ${printed.pages.length}`);
      expect(frame).toContain('Transcript No. 2026-0001');
    }
    expect(printed.pages[1]?.texts[0]?.text).toContain('Ramkissoon');
    // A table that goes on says of which year it is.
    const heads = printed.pages.map(({ texts }) => texts.filter(({ text }) => /^Subject, \d{4}-\d{4}$/.test(text)));
    expect(heads.flat().length).toBeGreaterThan(years.length);
    for (const [index, ofPage] of heads.entries()) expect(ofPage, `page ${index + 1}`).not.toEqual([]);
  });

  it('without a number says on each page that it is a draft', async () => {
    const text = textOf(await readPrintedPdf(renderOfficialPapers([paper({ terms }, null)])));
    expect(text).toContain('Draft, not issued');
    expect(text).not.toContain('No. 2026');
  });

  it('gives the same bytes each time, beside others too', () => {
    const papers = [paper({ terms }), paper({ terms, words: null }, '2026-0002')];
    expect(Buffer.from(renderOfficialPapers(papers)).equals(Buffer.from(renderOfficialPapers(papers)))).toBe(true);
  });
});

describe('a certificate', () => {
  it('says what the school has of the student, and the principal’s words in their paragraphs', async () => {
    const leaving = paper({
      kind: 'leaving certificate',
      student: { ...content().student, leftOn: '2026-07-03' },
      words: 'She led the choir.\n\nWe wish her well.',
    });
    const printed = await readPrintedPdf(renderOfficialPapers([leaving]));
    const paragraphs = elementsWithRole(printed.sections, 'P').map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(paragraphs).toContain(
      'This is to certify that Anastasia-Clementina Ramkissoon-Mohammed-Villafana, born on 17 May 2008, was a student of Northgate Secondary School from 02 Sep 2019 to 03 Jul 2026, last in class 4A.',
    );
    expect(paragraphs).toContain('She led the choir.');
    expect(paragraphs).toContain('We wish her well.');
  });

  it('leaves out what the school does not know', async () => {
    const student = { ...content().student, dateOfBirth: null, enteredOn: null };
    const text = textOf(await readPrintedPdf(renderOfficialPapers([paper({ kind: 'leaving certificate', student })])));
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Villafana is a student of Northgate Secondary School, now in class 4A.',
    );
  });
});

describe('transcripts as a workbook', () => {
  it('have a row for each mark in a program that shares no code with its writer', async () => {
    const bytes = await renderTranscriptWorkbook([
      paper({ terms: [termOf(2019, 1, 'earlier'), termOf(2024, 1, 'posted')] }),
    ]);
    const [sheet] = await readSheets(Buffer.from(bytes));
    const rows = sheet?.data ?? [];
    expect(rows[0]?.slice(3)).toEqual(['Year', 'Term', 'Class', 'Subject', 'Mark', 'Average %', 'Source']);
    expect(rows[1]).toEqual([
      ...['2026-0001', '00123', content().student.name, '2019-2020', 'Term 1', null, 'Art', 60.5, null],
      'Earlier records: Book 2019',
    ]);
    expect(rows[4]?.slice(6)).toEqual(['Sessions', 140, null, 'Earlier records: Register']);
    expect(rows[7]?.slice(6)).toEqual(['Biology', null, 64.5, 'Posted 15-Dec-2024']);
    expect(rows).toHaveLength(9);
  });
});
