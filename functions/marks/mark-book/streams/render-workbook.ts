import type { Mark } from '#shared/marks/mark-words.ts';
import { markFileRefusals } from '#shared/marks/wordings.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import type { SheetCellValue } from '../../../platform/xlsx/safe-cell.ts';
import { renderWorkbook, type SheetColumn, type Workbook } from '../../../platform/xlsx/write-workbook.ts';
import {
  assessmentHeading,
  assessmentRowLabels,
  fixedCells,
  fixedHeadings,
  percentHeading,
} from '../page-file/layout.ts';
import type { FilledPage, PageStudent } from './read-pages.ts';

export interface MarkBookSpreadsheetLabels {
  school: string;
  termTitle: string;
  year: number;
  madeAt: Date;
  subjects: ReadonlyMap<string, { title: string; abbr: string }>;
  /** Display names by employee id. */
  teachers: ReadonlyMap<string, string>;
}

const nameColumns: SheetColumn[] = [
  { width: 14, format: 'text' },
  { width: 22, format: 'text' },
  { width: 22, format: 'text' },
  { width: 9, format: 'text' },
];

/** First a summary of percentage totals, a student a row and a subject a column; then a sheet for each subject. */
export function renderMarkBookWorkbook(
  pages: readonly FilledPage[],
  facts: MarkBookSpreadsheetLabels,
): Promise<Uint8Array> {
  const bySubject = Map.groupBy(pages, (page) => page.subjectId);
  return renderWorkbook({ creator: facts.school, madeAt: facts.madeAt }, async (workbook) => {
    await writeSummary(workbook, bySubject, facts);
    for (const [subjectId, ofSubject] of bySubject)
      await writeSubject(workbook, { subjectId, pages: ofSubject, facts });
  });
}

const heading = (title: string, { termTitle, year }: MarkBookSpreadsheetLabels): string =>
  `${title}: ${termTitle}, ${academicYearTitle(year)}`;

async function writeSummary(
  workbook: Workbook,
  bySubject: ReadonlyMap<string, readonly FilledPage[]>,
  facts: MarkBookSpreadsheetLabels,
): Promise<void> {
  const subjectIds = [...bySubject.keys()];
  const rows = new Map<string, { student: PageStudent; percentages: (Mark | null)[] }>();
  for (const [index, subjectId] of subjectIds.entries()) {
    for (const student of bySubject.get(subjectId)?.flatMap(({ students }) => students) ?? []) {
      const row = rows.get(student.studentId) ?? { student, percentages: subjectIds.map(() => null) };
      row.percentages[index] ??= student.percentage;
      rows.set(student.studentId, row);
    }
  }
  const sheet = workbook.sheet({
    name: 'Summary',
    columns: [...nameColumns, ...subjectIds.map(() => ({ width: 10, format: 'decimal' as const }))],
    frozen: { rows: 3, columns: 3 },
    isLandscape: true,
  });
  sheet.row([heading('Mark Book', facts)], 'title');
  sheet.row([markFileRefusals.summary], 'note');
  sheet.row([...fixedHeadings, ...subjectIds.map((id) => facts.subjects.get(id)?.abbr ?? id)], 'heading');
  const nameOf = ({ student }: { student: PageStudent }) =>
    `${student.classId} ${student.lastName} ${student.firstName}`;
  for (const { student, percentages } of [...rows.values()].sort((a, b) => compareText(nameOf(a), nameOf(b)))) {
    sheet.row([...fixedCells(student), ...percentages]);
  }
  await sheet.end();
}

const { compare: compareText } = new Intl.Collator('en');

async function writeSubject(
  workbook: Workbook,
  { subjectId, pages, facts }: { subjectId: string; pages: readonly FilledPage[]; facts: MarkBookSpreadsheetLabels },
): Promise<void> {
  const title = facts.subjects.get(subjectId)?.title ?? subjectId;
  const longest = Math.max(...pages.map(({ assessments }) => assessments.length));
  const sheet = workbook.sheet({
    name: title,
    columns: [
      ...nameColumns,
      { width: 10, format: 'decimal' },
      ...Array.from({ length: longest }, () => ({ width: 15 })),
    ],
    frozen: { rows: 1, columns: 3 },
    isLandscape: true,
  });
  sheet.row([heading(title, facts)], 'title');
  for (const { classIds, employeeIds, assessments, students } of pages) {
    const teachers = employeeIds.map((id) => facts.teachers.get(id) ?? id).join(', ');
    sheet.row([]);
    sheet.row([`${classIds.join(', ')}: ${teachers}`], 'note');
    const headings = assessments.map((one) => assessmentHeading(one.assesment_number));
    sheet.row([...fixedHeadings, percentHeading, ...headings], 'heading');
    const details: SheetCellValue[][] = [
      assessments.map(({ topic }) => topic),
      assessments.map(({ date }) => (date === null ? null : { day: date })),
      assessments.map(({ total }) => total),
    ];
    for (const [index, cells] of details.entries()) {
      sheet.row([null, null, null, assessmentRowLabels[index] ?? '', null, ...cells], 'subheading');
    }
    for (const student of students) {
      sheet.row([...fixedCells(student), student.percentage, ...student.marks]);
    }
  }
  await sheet.end();
}
