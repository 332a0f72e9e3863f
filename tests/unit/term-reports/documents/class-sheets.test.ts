import { describe, expect, it } from 'vitest';
import type { ClassMarks } from '#functions/term-reports/documents/class-marks.ts';
import { renderMarkSheet } from '#functions/term-reports/documents/mark-sheet.ts';
import { renderRankSheet } from '#functions/term-reports/documents/rank-sheet.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { readPrintedMarkSheet, readPrintedSheets } from '../../../support/files/printed-sheets.ts';
import { sampleSchool } from '../../../support/files/sample-report-cards.ts';
import {
  buildMarksOfClass,
  computeExpectedStudents,
  everyLevelAndTerm,
  makeRandomClass,
} from '../../../support/samples/random-class.ts';

const printedAt = new Date('2026-07-01T12:00:00Z');
const print = (marks: ClassMarks) => readPrintedSheets(renderMarkSheet({ school: sampleSchool, marks, printedAt }));
const printRanks = (marks: ClassMarks) =>
  readPrintedSheets(renderRankSheet({ school: sampleSchool, marks, printedAt }));

/** "n of m" is printed where marks are missing. */
const averageText = ({ average, entered, of }: { average: string | null; entered: number; of: number }) =>
  entered < of ? `${average ?? '--'} ${entered} of ${of}` : (average ?? '--');

it('counts on mark sheet and rank sheet who was there to the end of the term', async () => {
  const made = buildMarksOfClass(makeRandomClass(3, { level: 1, term: 2, students: 30, subjects: 2 }));
  const [first, second, third] = made.students;
  if (!first || !second || !third) throw new Error('too few students');
  const marks: ClassMarks = { ...made, students: [first, second, third] };
  const left: ClassMarks = { ...marks, students: [{ ...first, rank: null, left: '2026-02-11' }, second, third] };
  const textOf = async (bytes: Uint8Array) =>
    (await readPrintedPdf(bytes)).pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
  const sheet = await textOf(renderMarkSheet({ school: sampleSchool, marks: left, printedAt }));
  expect(sheet).toContain('2 students. Total in percent');
  expect(sheet).toContain('Who left in the term is in no count, rank or class average.');
  const whole = await textOf(renderMarkSheet({ school: sampleSchool, marks, printedAt }));
  expect(whole).toContain('3 students. Total in percent');
  expect(whole).not.toContain('Who left');
  expect(await textOf(renderRankSheet({ school: sampleSchool, marks: left, printedAt }))).toContain('of 2 students');
});

it('tells two of one name apart on a mark sheet, which has no column for ids', async () => {
  const made = buildMarksOfClass(makeRandomClass(3, { level: 1, term: 2, students: 30, subjects: 2 }));
  const named = (id: string, name: string) => ({ ...(made.students[0] as ClassMarks['students'][number]), id, name });
  const students = [named('0101', 'Joseph, Ann'), named('0102', 'Joseph, Ann'), named('0103', 'Joseph, Anna')];
  const sheet = readPrintedMarkSheet(await print({ ...made, students }));
  expect(sheet.students.map(({ name }) => name)).toEqual(['Joseph, Ann (0101)', 'Joseph, Ann (0102)', 'Joseph, Anna']);
});

it('has rows on every page of a mark sheet: the key of the subjects is never alone on the last one', async () => {
  const made = buildMarksOfClass(makeRandomClass(3, { level: 1, term: 1, students: 30, subjects: 6 }));
  const [first] = made.students;
  if (!first) throw new Error('no student');
  const pagesWithoutRows = async (count: number) => {
    const students = Array.from({ length: count }, (_, index) => ({
      ...first,
      id: `${index}`,
      name: `Pupil ${index}, Ann`,
    }));
    const { pages } = await readPrintedPdf(
      renderMarkSheet({ school: sampleSchool, marks: { ...made, students }, printedAt }),
    );
    return pages.filter(({ texts }) => !texts.some(({ text }) => text.startsWith('Pupil '))).length;
  };
  for (let count = 36; count <= 44; count += 1) expect([count, await pagesWithoutRows(count)]).toEqual([count, 0]);
});

describe('the printed figures of a class', () => {
  it.each(
    everyLevelAndTerm,
  )('equal the oracle in level $level, term $term, on mark sheet and rank sheet', async (at) => {
    const noted = makeRandomClass(at.level * 10 + at.term, { ...at, students: 30, subjects: 20 });
    const expected = computeExpectedStudents(noted);
    const marks = buildMarksOfClass(noted);
    const isWeighted = marks.scheme.course !== null && marks.scheme.exam !== null;
    const sheet = readPrintedMarkSheet(await print(marks));
    expect(sheet.subjects).toEqual(marks.subjects.map(({ abbr }) => abbr));
    expect(sheet.students).toEqual(
      expected.map((student, index) => ({
        number: String(index + 1),
        name: student.name,
        average: averageText(student),
        rank: String(student.rank ?? '–'),
        cells: sheet.subjects.map((id) => {
          const own = student.marks.get(id);
          if (!own) return '';
          const hasPart = own.course !== null || own.exam !== null;
          return isWeighted && hasPart
            ? `${own.total ?? '–'} ${own.course ?? '–'} + ${own.exam ?? '–'}`
            : (own.total ?? '–');
        }),
      })),
    );
    const [ranking] = await printRanks(marks);
    const inOrder = expected.toSorted((a, b) => (a.rank ?? 1000) - (b.rank ?? 1000));
    expect(ranking?.rows.slice(1).map(([rank, name, , entered, average]) => [rank, name, entered, average])).toEqual(
      inOrder.map((student) => [
        String(student.rank ?? '–'),
        student.name,
        `${student.entered} of ${student.of} entered`,
        student.average ?? '--',
      ]),
    );
  });

  it('rank ties as 1 2 2 4', async () => {
    const noted = ['90', '80.5', '80.5', '70'].map((course, index) => ({
      id: `S${index}`,
      name: `Last${index}, First`,
      subjects: [{ subjectId: 'MATH', work: { sum: Number(course) * 10, outOf: 1000 }, exam: null }],
    }));
    const [ranking] = await printRanks(buildMarksOfClass({ level: 1, term: 2, students: noted }));
    expect(ranking?.rows.slice(1).map(([rank]) => rank)).toEqual(['1', '2', '2', '4']);
  });
});

describe('a sheet about a class', () => {
  const marks = buildMarksOfClass(makeRandomClass(7, { level: 4, term: 1, students: 40, subjects: 31 }));

  it('has sixteen subjects beside each other on a page, each mark on a line of its own', async () => {
    const few = buildMarksOfClass(makeRandomClass(5, { level: 1, term: 1 }));
    const subjects = Array.from({ length: 16 }, (_, index) => ({
      title: `Subject ${index + 1}`,
      abbr: `SUB${index + 1}`,
      average: { text: '57.5', entered: 8, of: 8 },
    }));
    const full = { course: '29.5', exam: '69.5', total: '100.0' };
    const students = few.students.map((student) => ({ ...student, marks: subjects.map(() => full) }));
    const sheets = await print({ ...few, subjects, students });
    expect(sheets.map(({ rows }) => rows[0]?.length)).toEqual([4 + 16]);
    expect(new Set(sheets[0]?.rows.slice(1, -1).flatMap((row) => row.slice(4)))).toEqual(
      new Set(['100.0 29.5 + 69.5']),
    );
  });

  it('continues a class with many subjects on further pages, names and averages with each', async () => {
    const sheets = await print(marks);
    expect(sheets.length).toBeGreaterThan(1);
    expect(sheets.flatMap(({ rows }) => rows[0]?.slice(4))).toEqual(marks.subjects.map(({ abbr }) => abbr));
    for (const { rows } of sheets) {
      expect(rows.slice(1, -1).map(([, name]) => name)).toEqual(marks.students.map(({ name }) => name));
    }
  });

  it('has title, language, tags, a bookmark for each part, and page numbers through all parts', async () => {
    const pdf = await readPrintedPdf(renderMarkSheet({ school: sampleSchool, marks, printedAt }));
    expect(pdf).toMatchObject({ title: 'Mark sheet, X1, Term 1, 2025-2026', language: 'en', isTagged: true });
    expect(pdf.bookmarks[0]).toMatch(/^Subjects 1 to \d+ of 31$/);
    expect(pdf.pages.every(({ width, height }) => width > height)).toBe(true);
    expect(pdf.pages.length).toBeGreaterThan(1);
    for (const [index, { texts }] of pdf.pages.entries()) {
      const number = `Page ${index + 1} of ${pdf.pages.length}`;
      expect(
        texts.some(({ text }) => text.endsWith(number)),
        number,
      ).toBe(true);
    }
  });

  it('prints names and subjects of any script and length without a cut', async () => {
    const word = 'W'.repeat(500);
    const names = ['<script>alert(1)</script>', '=SUM(A1:A9)', `${word}`, '😀 Émilie', 'שלום עולם', 'Nguyễn Thảo'];
    const odd: ClassMarks = {
      ...marks,
      subjects: marks.subjects.slice(0, 2).map((subject, index) => ({
        ...subject,
        title: index === 0 ? 'T'.repeat(200) : '<b>Subject</b>',
        abbr: index === 0 ? 'A'.repeat(40) : 'ADD MATH',
      })),
      students: names.map((name, index) => ({
        ...(marks.students[0] as ClassMarks['students'][number]),
        id: `S${index}`,
        name,
        marks: [null, { course: null, exam: '70', total: null }],
      })),
    };
    const printable = [
      '<script>alert(1)</script>',
      '=SUM(A1:A9)',
      word,
      '\ufffd Émilie',
      '\ufffd\ufffd\ufffd\ufffd \ufffd\ufffd\ufffd\ufffd',
      'Nguyễn Thảo',
    ];
    const sheet = readPrintedMarkSheet(await print(odd));
    const whole = (name: string | undefined) => (name?.includes('WW') ? name.replaceAll(' ', '') : name);
    expect(sheet.students.map(({ name }) => whole(name))).toEqual(printable);
    const [ranking] = await printRanks(odd);
    expect(ranking?.rows.slice(1).map(([, name]) => whole(name))).toEqual(printable);
  });
});
