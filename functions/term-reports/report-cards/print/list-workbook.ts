import { renderWorkbook } from '#functions/platform/xlsx/write-workbook.ts';
import type { PrintedList } from './list-report.ts';

/**
 * Writes a list as a workbook: title and note, then its rows; dates as dates, numbers as numbers. Counts have a second
 * sheet.
 */
export function renderListWorkbook({ school, report, printedAt }: PrintedList): Promise<Uint8Array> {
  const { name, about, note, columns, rows, nothing, counts } = report;
  return renderWorkbook({ creator: school.name, madeAt: printedAt }, async (workbook) => {
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
    if (!counts) return;
    // A sheet of its own: the list can be sorted and filtered.
    const ofClasses = workbook.sheet({
      name: 'By class',
      columns: counts.columns.map(({ width, kind }) => ({ width, ...(kind === 'number' ? {} : { format: 'text' }) })),
      frozen: { rows: 1, columns: 0 },
    });
    ofClasses.row(
      counts.columns.map(({ title }) => title),
      'heading',
    );
    for (const row of counts.rows) ofClasses.row(row);
    await ofClasses.end();
  });
}
