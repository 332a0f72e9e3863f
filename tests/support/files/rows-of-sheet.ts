import ExcelJS from 'exceljs';

/** The rows of a workbook's sheet, as text. */
export async function rowsOf(bytes: Uint8Array, name: string): Promise<string[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(bytes) as never);
  const rows: string[] = [];
  workbook.getWorksheet(name)?.eachRow((row) => rows.push((row.values as unknown[]).slice(1).join(' | ')));
  return rows;
}
