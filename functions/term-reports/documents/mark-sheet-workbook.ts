import type { CellValue } from '#functions/platform/xlsx/safe-cell.ts';
import { type SheetColumn, workbookBytes } from '#functions/platform/xlsx/write-workbook.ts';
import { academicYearTitle } from '#shared/terms/academic-year.ts';
import type { ClassMarks, SubjectMarks } from '../class-marks.ts';
import type { ClassSheetOptions } from './class-sheet.ts';

type Part = keyof SubjectMarks;

/** A mark as a number cell; a missing one stays empty, for a blank is not a zero. */
const figure = (text: string | null | undefined): number | null => (text == null ? null : Number(text));

/** The class mark sheet as a workbook: a row a student; course, exam and total of every subject; numbers as numbers. */
export function markSheetWorkbook({ school, marks, printedAt }: ClassSheetOptions): Promise<Uint8Array> {
  const parts = openParts(marks);
  const columns: SheetColumn[] = [
    { width: 12, format: 'text' },
    { width: 30, format: 'text' },
    { width: 9 },
    { width: 10 },
    { width: 8 },
    ...marks.subjects.flatMap(() =>
      parts.map(({ part }): SheetColumn => (part === 'total' ? { width: 7.5, format: 'decimal' } : { width: 7 })),
    ),
  ];
  return workbookBytes({ creator: school.name, madeAt: printedAt }, async (workbook) => {
    const sheet = workbook.sheet({
      name: `${marks.classId} ${marks.termTitle}`,
      columns,
      frozen: { rows: 4, columns: 2 },
      isLandscape: true,
    });
    sheet.row([school.name], 'title');
    sheet.row(
      [
        `Mark sheet of ${marks.classId}, ${marks.termTitle}, ${academicYearTitle(marks.year)}. ${maximaText(marks)}` +
          'Empty: no mark yet, or not taken.',
      ],
      'note',
    );
    sheet.row(
      ['Student ID', 'Student', 'Average', 'Entered', 'Rank', ...marks.subjects.flatMap(titlesOver(parts))],
      'heading',
    );
    sheet.row(
      [null, null, '%', 'of subjects', null, ...marks.subjects.flatMap(() => parts.map(({ title }) => title))],
      'subheading',
    );
    for (const student of marks.students) {
      sheet.row([
        student.id,
        student.name,
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

function maximaText({ maxima: { course, exam } }: ClassMarks): string {
  const parts = [course === null ? [] : [`Course of ${course}`], exam === null ? [] : [`exam of ${exam}`]].flat();
  return `${parts.join(', ')}; totals in percent. `;
}

interface ShownPart {
  part: Part;
  title: string;
}

/** What is closed in this form level and term has no column. */
function openParts({ maxima: { course, exam } }: ClassMarks): ShownPart[] {
  return [
    ...(course === null ? [] : [{ part: 'course' as const, title: 'Course' }]),
    ...(exam === null ? [] : [{ part: 'exam' as const, title: 'Exam' }]),
    { part: 'total', title: 'Total %' },
  ];
}

/** The subject over the first of its columns. */
const titlesOver =
  (parts: readonly ShownPart[]) =>
  ({ abbr }: { abbr: string }): CellValue[] =>
    parts.map((_part, index) => (index === 0 ? abbr : null));

/** A value under the total, the last of a subject's columns. */
const lastOf = (parts: readonly ShownPart[], value: CellValue): CellValue[] =>
  parts.map((_part, index) => (index === parts.length - 1 ? value : null));
