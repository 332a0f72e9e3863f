import ExcelJS from 'exceljs';

/** A workbook after somebody changed it with a spreadsheet program: read, changed and written by exceljs. */
export async function editWorkbook(
  bytes: Uint8Array,
  change: (workbook: ExcelJS.Workbook) => void,
): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(bytes) as never);
  change(workbook);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** A workbook's first sheet. */
export function findFirstSheet(workbook: ExcelJS.Workbook): ExcelJS.Worksheet {
  const [sheet] = workbook.worksheets;
  if (!sheet) throw new Error('The workbook has no sheet');
  return sheet;
}

/** The cell of a student's mark in a downloaded mark book page. */
export function findMarkCell(workbook: ExcelJS.Workbook, studentId: string, assessment: number): ExcelJS.Cell {
  const sheet = findFirstSheet(workbook);
  let found: ExcelJS.Cell | undefined;
  sheet.eachRow((row) => {
    if (row.getCell(1).value === studentId) found = row.getCell(4 + assessment);
  });
  if (!found) throw new Error(`${studentId} is not on the page`);
  return found;
}
