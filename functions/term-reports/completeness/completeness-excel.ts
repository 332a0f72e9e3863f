import { levelName } from '#shared/people/form-level.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import {
  type CompletenessRow,
  countMissing,
  isBoardRowComplete,
  teacherNamesOrNobody,
} from '#shared/term-reports/completeness-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { completenessWordings, termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import { callHandler, documentToSave } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import type { ListReport } from '../report-cards/print/list-report.ts';
import { countCompletenessOfClasses, listClassesOnCallersBoard } from './count-completeness.ts';

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

export const downloadCompleteness = callHandler(termReportsContract.downloadCompleteness, {
  handle: async ({ input, caller, request }) => {
    const { year, term, class_ids: classIds, titles, teachers, only } = input;
    const classes = (await listClassesOnCallersBoard({ year }, caller)).filter(
      ({ id }) => classIds?.includes(id) ?? true,
    );
    // exceljs takes long to load: only workbooks load it.
    const [{ renderListWorkbook }, board] = await Promise.all([
      import('../report-cards/print/list-workbook.ts'),
      countCompletenessOfClasses({ year, term, classes }),
    ]);
    const rows = board.rows.filter(
      (row) =>
        (titles?.includes(row.title) ?? true) &&
        (teachers?.includes(teacherNamesOrNobody(row)) ?? true) &&
        (only === undefined || isBoardRowComplete(row) === (only === 'complete')),
    );
    const termTitle = schoolFileTermTitle(school().terms, term);
    const about = `${termTitle} ${academicYearTitle(year)}`;
    const report: ListReport = {
      name: 'Completeness',
      about,
      note: completenessWordings.figuresNote,
      columns,
      rows: rows.map(toLine),
      nothing: completenessWordings.nothingFound,
    };
    const bytes = await renderListWorkbook({ school: school(), report, printedAt: request.now });
    return documentToSave(bytes, `Completeness ${about}.xlsx`);
  },
});

function toLine(row: CompletenessRow): ListReport['rows'][number] {
  const { marks, texts } = countMissing(row);
  return [
    ...[levelName(row.form_level), row.class_id, row.title, teacherNamesOrNobody(row)],
    ...[row.students, row.marks, row.exams, row.courses, row.texts],
    ...[row.marks === null ? null : marks, texts],
  ];
}
