import type { SheetCellValue } from '#functions/platform/xlsx/safe-cell.ts';
import { renderWorkbook, type SheetColumn } from '#functions/platform/xlsx/write-workbook.ts';
import { partText } from '#shared/marks/marks.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { type ClassMarks, type DisplayedMarks, nameOnSheet } from './class-marks.ts';
import type { ClassSheetOptions } from './class-sheet.ts';

type Part = keyof DisplayedMarks;

/** A mark as a number, as a word, or as "41 of 60"; a missing one stays empty. */
const figure = (text: string | null | undefined): number | string | null =>
  text == null ? null : Number.isNaN(Number(text)) ? text : Number(text);

/** The class mark sheet as a workbook: a row a student; course, exam and total of every subject; numbers as numbers. */
export function renderMarkSheetWorkbook({
  school,
  marks,
  printedAt,
}: ClassSheetOptions<ClassMarks>): Promise<Uint8Array> {
  const parts = openParts(marks);
  const columns: SheetColumn[] = [
    { width: 11, format: 'text' },
    { width: nameWidth(marks), format: 'text' },
    { width: 8.5, format: 'average' },
    { width: 9.5, format: 'centred' },
    { width: 6 },
    ...marks.subjects.flatMap(({ abbr }) =>
      // Wide enough for the subject's abbreviation over its columns.
      parts.map(
        ({ width }): SheetColumn => ({
          width: Math.max(width, (abbr.length + 3) / parts.length),
          format: 'decimal',
        }),
      ),
    ),
  ];
  const firstSubject = columns.length - marks.subjects.length * parts.length + 1;
  const merged = marks.subjects.map((_subject, index) => {
    const from = firstSubject + index * parts.length;
    return [from, from + parts.length - 1] as const;
  });
  return renderWorkbook({ creator: school.name, madeAt: printedAt }, async (workbook) => {
    const sheet = workbook.sheet({
      name: `${marks.classId} ${marks.termTitle}`,
      columns,
      frozen: { rows: 4, columns: 2 },
      isLandscape: true,
      printTitles: { rows: { from: 3, to: 4 }, columns: 2 },
    });
    sheet.row([school.name], 'title');
    sheet.row(
      [
        `Mark sheet of ${marks.classId}, ${marks.termTitle}, ${academicYearTitle(marks.year)}. ${maximaText(marks)}` +
          'Empty: no mark yet, or not taken. Abs: absent. Ex: exempt.',
      ],
      'note',
    );
    sheet.row(
      ['Student ID', 'Student', 'Average', 'Entered', 'Rank', ...marks.subjects.flatMap(titlesOver(parts))],
      'heading',
      merged,
    );
    sheet.row(
      [null, null, '%', 'of subjects', null, ...marks.subjects.flatMap(() => parts.map(({ title }) => title))],
      'subheading',
    );
    for (const student of marks.students) {
      sheet.row([
        student.id,
        nameOnSheet(student),
        figure(student.average.text),
        `${student.average.entered} of ${student.average.of}`,
        student.rank,
        ...student.marks.flatMap((own) => parts.map(({ part }) => figure(own?.[part]))),
      ]);
    }
    sheet.row([
      null,
      'Class average',
      null,
      null,
      null,
      ...marks.subjects.flatMap(({ average }) => lastOf(parts, figure(average.text))),
    ]);
    sheet.row([
      null,
      'Marks entered',
      null,
      null,
      null,
      ...marks.subjects.flatMap(({ average: { entered, of } }) => lastOf(parts, `${entered} of ${of}`)),
    ]);
    await sheet.end();
  });
}

/** As wide as the longest name, within reason. */
const nameWidth = ({ students }: ClassMarks): number =>
  Math.min(Math.max(24, ...students.map((student) => nameOnSheet(student).length + 2)), 44);

function maximaText({ scheme: { course, exam } }: ClassMarks): string {
  const parts = [course ? [`Course ${partText(course)}`] : [], exam ? [`exam ${partText(exam)}`] : []].flat();
  return `${parts.join(', ')}; totals in percent. `;
}

interface ShownPart {
  part: Part;
  title: string;
  /** Characters: just enough for the title and "100.0", so that sixteen subjects fit on a page. */
  width: number;
}

/** The columns of a subject: a part that is closed in this form level and term has none. */
function openParts({ scheme: { course, exam } }: ClassMarks): ShownPart[] {
  return [
    ...(course === null ? [] : [{ part: 'course' as const, title: 'Course', width: 6.9 }]),
    ...(exam === null ? [] : [{ part: 'exam' as const, title: 'Exam', width: 6 }]),
    { part: 'total', title: 'Total %', width: 6 },
  ];
}

/** The subject's abbreviation above the first of its columns. */
const titlesOver =
  (parts: readonly ShownPart[]) =>
  ({ abbr }: { abbr: string }): SheetCellValue[] =>
    parts.map((_part, index) => (index === 0 ? abbr : null));

/** A value under the total, the last of a subject's columns. */
const lastOf = (parts: readonly ShownPart[], value: SheetCellValue): SheetCellValue[] =>
  parts.map((_part, index) => (index === parts.length - 1 ? value : null));
