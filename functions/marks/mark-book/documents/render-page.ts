import { markWords } from '#shared/marks/mark-words.ts';
import { percentageTotal } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { markBookWordings, markFileRefusals } from '#shared/marks/wordings.ts';
import { isTaughtByClass, levelName } from '#shared/people/form-level.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import type { SheetCellValue } from '../../../platform/xlsx/safe-cell.ts';
import { renderWorkbook, type Workbook } from '../../../platform/xlsx/write-workbook.ts';
import { computeCourseWorkSums } from '../../records/course-work.ts';
import type { OpenPage } from '../mark-book-page.ts';
import {
  assessmentHeading,
  assessmentRowLabels,
  firstStudentRow,
  fixedCells,
  fixedHeadings,
  percentHeading,
  stampMarker,
  stampSheetName,
} from '../page-file/layout.ts';

export interface PageDocument {
  page: OpenPage;
  school: Pick<SchoolFile, 'name' | 'markingScheme'>;
  subject: string;
  teacher: string;
  /** "Term 1". */
  termTitle: string;
  madeAt: Date;
}

/** "1A", or from level 4 on "Form 4". */
export const pageTitle = ({ formLevel, classIds }: Pick<OpenPage, 'formLevel' | 'classIds'>): string =>
  isTaughtByClass(formLevel) ? (classIds[0] ?? '') : levelName(formLevel);

/** A page of the mark book as a workbook: students as rows, assessments as columns, and the hidden stamp. */
export function renderPageWorkbook(document: PageDocument): Promise<Uint8Array> {
  const { school, madeAt } = document;
  return renderWorkbook({ creator: school.name, madeAt }, async (workbook) => {
    const sheetName = await writeMarks(workbook, document);
    await writeStamp(workbook, document, sheetName);
  });
}

const blanks = (count: number): null[] => Array.from({ length: count }, () => null);

async function writeMarks(workbook: Workbook, { page, ...about }: PageDocument): Promise<string> {
  const { assessments, students } = page;
  const scheme = schemeFor(about.school.markingScheme, page.formLevel, page.term);
  const sheet = workbook.sheet({
    name: `${pageTitle(page)} ${about.subject}`,
    columns: [
      { width: 14, format: 'text' },
      { width: 22, format: 'text' },
      { width: 22, format: 'text' },
      { width: 9, format: 'text' },
      ...assessments.map(() => ({ width: 15 })),
      { width: 10, format: 'decimal' },
    ],
    frozen: { rows: firstStudentRow - 1, columns: 3 },
    isLandscape: true,
  });
  sheet.row([`${about.subject} ${pageTitle(page)}: ${about.termTitle}, ${academicYearTitle(page.year)}`], 'title');
  sheet.row([markFileRefusals.fill(about.teacher)], 'note');
  sheet.row(
    [...fixedHeadings, ...assessments.map((one) => assessmentHeading(one.assesment_number)), percentHeading],
    'heading',
  );
  const details: SheetCellValue[][] = [
    assessments.map(({ topic }) => topic),
    assessments.map(({ date }) => (date === null ? null : { day: date })),
    assessments.map(({ total }) => total),
  ];
  for (const [index, cells] of details.entries()) {
    sheet.row([...blanks(fixedHeadings.length - 1), assessmentRowLabels[index] ?? '', ...cells, null], 'subheading');
  }
  for (const { marks, ...student } of students) {
    sheet.row([
      ...fixedCells(student),
      ...assessments.map((one) => marks[String(one.assesment_number)]?.mark ?? null),
      percentageTotal(computeCourseWorkSums(marks), scheme),
    ]);
  }
  if (students.length > 0) {
    for (const [index, { total }] of assessments.entries()) {
      if (total === null) continue;
      const column = toColumnLetters(fixedHeadings.length + index + 1);
      const range = `${column}${firstStudentRow}:${column}${firstStudentRow + students.length - 1}`;
      sheet.addNumberRule({ range, max: total, words: markWords, message: markBookWordings.aboveTotal });
    }
  }
  await sheet.end();
  return sheet.name;
}

async function writeStamp(workbook: Workbook, { page, madeAt }: PageDocument, sheetName: string): Promise<void> {
  const stamp = workbook.sheet({ name: stampSheetName, columns: [], isHidden: true });
  const numbers = page.assessments.map((one) => one.assesment_number);
  stamp.row([stampMarker, page.key, sheetName, madeAt.toISOString()]);
  stamp.row([null, ...numbers]);
  for (const { studentId, marks } of page.students) {
    stamp.row([studentId, ...numbers.map((number) => marks[String(number)]?.mark ?? null)]);
  }
  await stamp.end();
}
