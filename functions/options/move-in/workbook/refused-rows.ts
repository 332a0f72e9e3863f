import { kindFields, partOfColumn, termOfField } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { renderWorkbook } from '../../../platform/xlsx/write-workbook.ts';
import { school } from '../../../school/records/school.ts';
import { labelOfField, toFileRow } from '../judging/file-rows.ts';
import type { JudgedRow } from '../judging/judged-row.ts';
import { textOf } from '../reading/cell-text.ts';
import type { RecognizedColumn, RecognizedSheet } from '../reading/recognize-sheet.ts';

/** The refused rows of a file, sheet by sheet, with its headings and the reasons in a last column. */
export function renderRefusedRows(
  sheets: readonly RecognizedSheet[],
  { rows, said, now }: { rows: readonly JudgedRow[]; said: SaidOfFile; now: Date },
): Promise<Uint8Array> {
  const refused = Map.groupBy(
    rows.filter(({ state }) => state === 'refused'),
    ({ sheet }) => sheet,
  );
  return renderWorkbook({ creator: school().name, madeAt: now }, async (workbook) => {
    for (const sheet of sheets) {
      const reasons = Map.groupBy(refused.get(sheet.name) ?? [], ({ row }) => row);
      if (reasons.size === 0) continue;
      const columns = sheet.columns.filter(({ field }) => field !== '-');
      // What was said of the sheet is not in the file: its rows say themselves of which term they are.
      const ofTerm = termColumns(sheet);
      const made = workbook.sheet({
        name: sheet.name,
        columns: [
          ...[...columns, ...ofTerm].map(() => ({ width: 18, format: 'text' as const })),
          { width: 70, format: 'text' },
        ],
        frozen: { rows: 1, columns: 0 },
      });
      made.row([...columns.map(headingOf), ...ofTerm.map(({ heading }) => heading), 'Reason'], 'heading');
      for (const row of sheet.rows) {
        const why = reasons.get(row.row);
        if (!why) continue;
        const of = toFileRow(sheet, row, said.cells ?? {});
        const texts = columns.map(({ field }) => of.text(field) || textOf(row.cells.get(field)));
        made.row([...texts, ...ofTerm.map(({ text }) => text), [...new Set(why.map(({ note }) => note))].join(' ')]);
      }
      await made.end();
    }
    if (refused.size === 0) {
      const made = workbook.sheet({ name: 'Refused rows', columns: [{ width: 40 }] });
      made.row(['No row was refused.']);
      await made.end();
    }
  });
}

/** The heading of a column in one row, with the subject and term that the file may have above it. */
function headingOf({ heading, field }: RecognizedColumn): string {
  const column = partOfColumn(field);
  const { field: bare, year, term } = termOfField(field);
  const inTerm = term === null ? '' : ` Term ${term}${year === null ? '' : ` ${academicYearTitle(year)}`}`;
  if (column) return `${column.subject}${inTerm}${{ mark: '', course: ' Course', exam: ' Exam' }[column.part]}`;
  return term === null ? heading : `${labelOfField('attendance', bare)}${inTerm}`;
}

/** Year and term of a sheet whose columns do not name them, as far as they are known. */
function termColumns({ columns, period }: RecognizedSheet): { heading: string; text: string }[] {
  const isMissing = (field: 'year' | 'term') =>
    columns.every((one) => one.field !== field && (field === 'year' || termOfField(one.field).term === null));
  const { year, term } = period ?? { year: null, term: null };
  return [
    ...(year !== null && isMissing('year') ? [{ heading: kindFields.marks.year, text: academicYearTitle(year) }] : []),
    ...(term !== null && isMissing('term') ? [{ heading: kindFields.marks.term, text: String(term) }] : []),
  ];
}
