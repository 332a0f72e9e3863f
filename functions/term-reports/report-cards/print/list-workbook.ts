import { workbookBytes } from '#functions/platform/xlsx/write-workbook.ts';
import type { PrintedList } from './list-report.ts';

/** Writes a list as a workbook: title and note, then its rows; dates as dates, numbers as numbers. */
export function listWorkbook({ school, report, printedAt }: PrintedList): Promise<Uint8Array> {
  const { name, about, note, columns, rows, nothing } = report;
  return workbookBytes({ creator: school.name, madeAt: printedAt }, async (workbook) => {
    const sheet = workbook.sheet({
      name,
      columns: columns.map(({ width, kind }) => ({ width, ...(kind === 'number' ? {} : { format: 'text' as const }) })),
      frozen: { rows: 4, columns: 0 },
    });
    sheet.row([school.name], 'title');
    sheet.row([[name, about].filter((text) => text !== '').join(', ')], 'note');
    sheet.row([note], 'note');
    sheet.row(
      columns.map(({ title }) => title),
      'heading',
    );
    for (const row of rows) sheet.row(row);
    if (rows.length === 0) sheet.row([nothing], 'note');
    await sheet.end();
  });
}
