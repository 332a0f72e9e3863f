import ExcelJS from 'exceljs';
import { type ClassListPreview, studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import type { TestClient } from '../callers/client.ts';

export type SheetCell = string | number | boolean | Date | null | { formula: string; result?: string };

/** A workbook with these rows in its first sheet, as exceljs writes it. */
export async function makeWorkbook(rows: readonly (readonly SheetCell[])[], name = 'Sheet1'): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(name);
  for (const row of rows) sheet.addRow([...row]);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** The rows of a workbook's first sheet, with days for dates. */
export async function readFirstSheet(bytes: Uint8Array): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(bytes) as never);
  const [sheet] = workbook.worksheets;
  const rows: unknown[][] = [];
  sheet?.eachRow((row) => {
    const values = Array.from({ length: sheet.columnCount }, (_, index) => row.getCell(index + 1).value);
    rows.push(values.map((value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value)));
  });
  return rows;
}

/** Chooses a file: the preview of it. */
export const previewClassList = (client: TestClient, bytes: Uint8Array, name = 'list.xlsx') =>
  client.call(studentSpreadsheetsContract.storeRegistrationFile, { file: new File([bytes as BlobPart], name) });

/** The rows of a preview as a user confirms them who leaves out what cannot be uploaded and takes every change. */
export const toConfirmedRows = ({ rows, columns }: ClassListPreview) => ({
  columns,
  data: rows
    .filter(({ error }) => error === 0)
    .map(
      ({
        error: _error,
        problem: _problem,
        double: _double,
        refused: _refused,
        match,
        far_id: _far,
        was,
        ...cells
      }) => ({
        ...cells,
        student_id: match?.student_id ?? null,
        ...(match ? { was } : {}),
      }),
    ),
});
