import { earlierAttendanceFigures, earlierAttendanceTitles } from '#shared/options/transcripts/earlier-marks.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { SheetCellValue } from '../../../platform/xlsx/safe-cell.ts';
import { renderWorkbook } from '../../../platform/xlsx/write-workbook.ts';
import type { OfficialPaper } from './official-paper.ts';

const columns: readonly [title: string, width: number][] = [
  ['Number', 12],
  ['Student ID', 12],
  ['Student', 32],
  ['Year', 12],
  ['Term', 12],
  ['Class', 8],
  ['Subject', 30],
  ['Mark', 10],
  ['Average %', 11],
  ['Source', 40],
];

/**
 * Transcripts as a workbook: a row for each mark and figure of attendance, with its source. A mark that is a number
 * is one. Other documents have no rows.
 */
export function renderTranscriptWorkbook(papers: readonly OfficialPaper[]): Promise<Uint8Array> {
  const creator = papers[0]?.content.school.name ?? '';
  const madeAt = papers.reduce((last, { issuedAt }) => (issuedAt > last ? issuedAt : last), new Date(0));
  return renderWorkbook({ creator, madeAt }, async (workbook) => {
    const sheet = workbook.sheet({
      name: 'Transcripts',
      columns: columns.map(([title, width]) => ({
        width,
        ...(title === 'Mark' || title === 'Average %' ? {} : { format: 'text' as const }),
      })),
      frozen: { rows: 1, columns: 3 },
      isLandscape: true,
    });
    sheet.row(
      columns.map(([title]) => title),
      'heading',
    );
    for (const paper of papers) for (const row of rowsOf(paper)) sheet.row(row);
    await sheet.end();
  });
}

const rowsOf = ({ content: { student, terms }, number }: OfficialPaper): SheetCellValue[][] =>
  terms.flatMap(({ year, title, classId, average, postedOn, subjects, attendance }) => {
    const row = (subject: string, mark: SheetCellValue, source: string | null): SheetCellValue[] => [
      number,
      student.id,
      student.name,
      academicYearTitle(year),
      title,
      classId,
      subject,
      mark,
      numberOrText(average),
      source === null ? `Posted ${displayDate(postedOn ?? '')}` : `Earlier records: ${source}`,
    ];
    return [
      ...subjects.map(({ title: subject, mark, source }) => row(subject, numberOrText(mark), source)),
      ...earlierAttendanceFigures.flatMap((figure) => {
        const value = attendance?.[figure] ?? null;
        return attendance && value !== null ? [row(earlierAttendanceTitles[figure], value, attendance.source)] : [];
      }),
    ];
  });

const numberOrText = (text: string | null): SheetCellValue =>
  text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
