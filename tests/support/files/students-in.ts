import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import type { CallRow, RawInput } from '#shared/http/contract.ts';
import type { TestClient } from '../callers/client.ts';
import { readPrintedPdf } from './printed-pdf.ts';

/** The students of the small school that an answer names, whether it is a list, a PDF or a workbook. */
export async function studentsIn<C extends CallRow>(
  call: C,
  input: RawInput<C>,
  client: TestClient,
): Promise<string[]> {
  const { status, body, bytes, headers } = await client.call(call, input as never);
  expect([call.path, status]).toEqual([call.path, 200]);
  const kind = headers.get('content-type') ?? '';
  const text = kind.includes('pdf')
    ? (await readPrintedPdf(bytes)).pages.flatMap(({ texts }) => texts.map((one) => one.text)).join(' ')
    : kind.includes('spreadsheet')
      ? await textOfWorkbook(bytes)
      : JSON.stringify(body);
  return [...new Set(text.match(/\bS\d\d\b/g))].sort();
}

async function textOfWorkbook(bytes: Uint8Array): Promise<string> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(bytes) as never);
  return workbook.worksheets.map((sheet) => JSON.stringify(sheet.getSheetValues())).join(' ');
}
