import { levelName } from '#shared/people/form-level.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { type CompletenessRow, countMissing, teacherNamesOrNobody } from '#shared/term-reports/completeness-calls.ts';
import { completenessWordings, termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import { type Reply, reportWorkbook } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import type { ListReport } from '../report-cards/print/list-report.ts';

const columns: ListReport['columns'] = [
  { title: 'Form', width: 12 },
  { title: 'Class', width: 9 },
  { title: termReportScreenWordings.subjectOrRemarks, width: 28 },
  { title: 'Teacher', width: 30 },
  { title: 'Students', width: 10, kind: 'number' },
  { title: 'Marks', width: 9, kind: 'number' },
  { title: 'Exam', width: 9, kind: 'number' },
  { title: 'Course', width: 9, kind: 'number' },
  { title: 'Comments, remarks', width: 19, kind: 'number' },
  { title: 'Marks missing', width: 15, kind: 'number' },
  { title: 'Texts missing', width: 15, kind: 'number' },
];

/** The rows of a board as a workbook, to be saved. */
export async function replyWithBoard(
  rows: readonly CompletenessRow[],
  { year, term, now }: { year: number; term: 1 | 2 | 3; now: Date },
): Promise<Reply<Uint8Array>> {
  // exceljs takes long to load: only workbooks load it.
  const { renderListWorkbook } = await import('../report-cards/print/list-workbook.ts');
  const about = `${schoolFileTermTitle(school().terms, term)} ${academicYearTitle(year)}`;
  const report: ListReport = {
    name: 'Completeness',
    about,
    note: completenessWordings.figuresNote,
    columns,
    rows: rows.map(toLine),
    nothing: completenessWordings.nothingFound,
  };
  const bytes = await renderListWorkbook({ school: school(), report, printedAt: now });
  return reportWorkbook(bytes, `Completeness ${about}.xlsx`);
}

function toLine(row: CompletenessRow): ListReport['rows'][number] {
  const { marks, texts } = countMissing(row);
  return [
    ...[levelName(row.form_level), row.class_id, row.title, teacherNamesOrNobody(row)],
    ...[row.students, row.marks, row.exams, row.courses, row.texts],
    ...[row.marks === null ? null : marks, texts],
  ];
}
