import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { ClassMarks } from '#functions/term-reports/documents/class-marks.ts';
import { renderMarkSheetWorkbook } from '#functions/term-reports/documents/mark-sheet-workbook.ts';
import { markSheetFileName } from '#shared/term-reports/wordings.ts';
import { sampleSchool } from '../../../support/files/sample-report-cards.ts';
import { readWorkbook } from '../../../support/files/workbook.ts';
import {
  buildMarksOfClass,
  computeExpectedStudents,
  everyLevelAndTerm,
  makeRandomClass,
} from '../../../support/samples/random-class.ts';

const printedAt = new Date('2026-07-01T12:00:00Z');
const rowsOf = async (marks: ClassMarks) =>
  readWorkbook(await renderMarkSheetWorkbook({ school: sampleSchool, marks, printedAt }));
const figure = (text: string | null | undefined) => (text == null ? null : Number(text));

describe('the mark sheet’s workbook', () => {
  it.each(everyLevelAndTerm)('holds the oracle’s figures as numbers in level $level, term $term', async (at) => {
    const noted = makeRandomClass(at.level * 100 + at.term, { ...at, students: 30, subjects: 12 });
    const marks = buildMarksOfClass(noted);
    const parts = (['course', 'exam', 'total'] as const).filter(
      (part) => part === 'total' || marks.scheme[part] !== null,
    );
    const rows = await rowsOf(marks);
    expect(rows[3]?.slice(5, 5 + parts.length).at(-1)).toBe('Total %');
    expect(rows.slice(4, -2)).toEqual(
      computeExpectedStudents(noted).map((student, index) => [
        `S${index}`,
        student.name,
        figure(student.average),
        `${student.entered} of ${student.of}`,
        student.rank,
        ...marks.subjects.flatMap(({ abbr }) => parts.map((part) => figure(student.marks.get(abbr)?.[part]))),
      ]),
    );
  });

  it('neutralises what starts like a formula, and holds any script and length', async () => {
    const marks = buildMarksOfClass(makeRandomClass(3, { level: 1, term: 1 }));
    const names = ['=HYPERLINK("http://x"), A', '+1', '@x', '-2', '😀 <script>', 'שלום', 'W'.repeat(500)];
    const rows = await rowsOf({
      ...marks,
      students: names.map((name) => ({ ...(marks.students[0] as ClassMarks['students'][number]), id: '007', name })),
      subjects: marks.subjects.map((subject) => ({ ...subject, abbr: '=1+1' })),
    });
    expect(rows.slice(4, -2).map(([id, name]) => [id, name])).toEqual(
      names.map((name) => ['007', /^[=+\-@]/.test(name) ? `'${name}` : name]),
    );
    expect(rows[2]?.[5]).toBe("'=1+1");
  });

  it('has each subject over its columns, one decimal in every mark, and its headings on every printed page', async () => {
    const marks = buildMarksOfClass(makeRandomClass(4, { level: 1, term: 1, students: 30, subjects: 16 }));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(
      Buffer.from(await renderMarkSheetWorkbook({ school: sampleSchool, marks, printedAt })) as never,
    );
    const [sheet] = workbook.worksheets;
    if (!sheet) throw new Error('the workbook has no sheet');
    const columns = marks.subjects.flatMap((_subject, index) => [0, 1, 2].map((part) => 6 + 3 * index + part));
    for (const [index, { abbr }] of marks.subjects.entries()) {
      const [first = 0, , last = 0] = columns.slice(3 * index);
      expect(sheet.getCell(3, first).value).toBe(abbr);
      expect(sheet.getCell(3, last).master.address).toBe(sheet.getCell(3, first).address);
    }
    const formats = columns.map((column) => sheet.getCell(5, column).numFmt);
    expect(new Set(formats)).toEqual(new Set(['0.0']));
    // 100, 57.3 and 9.57, as they are printed.
    expect(sheet.getCell(5, 3).numFmt).toBe('[>=100]0;[>=10]0.0;0.00');
    expect([sheet.pageSetup.printTitlesRow, sheet.pageSetup.printTitlesColumn]).toEqual(['3:4', 'A:B']);
    expect(sheet.pageSetup).toMatchObject({ orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 });
    const longest = Math.max(...marks.students.map(({ name }) => name.length));
    expect(sheet.getColumn(2).width).toBeGreaterThanOrEqual(longest);
  });

  it('is saved under the specification’s name', () => {
    const name = markSheetFileName({ classId: '1A', termTitle: 'Term 1', year: 2025 });
    expect(name).toBe('1A Marksheet Term 1 2025-2026.xlsx');
  });
});
