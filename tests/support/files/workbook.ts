import ExcelJS from 'exceljs';

/**
 * Cells of a workbook's first sheet, row by row, as a spreadsheet program opens them; empty cells are null, dates
 * yyyy-MM-dd.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<(string | number | null)[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(bytes) as never);
  const [sheet] = workbook.worksheets;
  if (!sheet) throw new Error('the workbook has no sheet');
  return Array.from({ length: sheet.rowCount }, (_row, row) =>
    Array.from({ length: sheet.columnCount }, (_column, column) => {
      const { value } = sheet.getCell(row + 1, column + 1);
      if (value === null || typeof value === 'string' || typeof value === 'number') return value;
      if (value instanceof Date) return value.toISOString().slice(0, 10);
      throw new Error(`an unexpected cell: ${JSON.stringify(value)}`);
    }),
  );
}
