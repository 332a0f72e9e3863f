import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { confirmedLimit } from '#shared/students/spreadsheets/files.ts';
import { uploadedValueReader } from '#shared/students/spreadsheets/read-typed.ts';
import { furtherColumns } from '#shared/students/spreadsheets/row-cells.ts';
import type { ValueLists } from '#shared/students/values.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { refusedFile } from '../../../platform/xlsx/zip-archive.ts';
import { schoolValueLists } from '../../records/value-reader.ts';
import { readClassList } from '../file/read-file.ts';
import { judgeRows, type TypedRow } from '../upload/judge-rows.ts';
import { knownStudents } from '../upload/known-students.ts';
import { previewRows } from '../upload/preview-rows.ts';

export const storeRegistrationFile = callHandler(studentSpreadsheetsContract.storeRegistrationFile, {
  handle: async ({ input, request }) => {
    const [file, known] = await Promise.all([readClassList(await input.file.bytes()), knownStudents()]);
    const lists = schoolValueLists(request.now);
    const columns = furtherColumns(file.fields);
    const rows = file.rows.map(({ row, cells }): TypedRow => {
      const reasons = [...cells].flatMap(([field, { reason }]) =>
        reason === undefined ? [] : [[field, reason] as const],
      );
      return {
        row,
        typed: new Map([...cells].map(([field, { text }]) => [field, text])),
        reasons: new Map(reasons),
      };
    });
    refuseTooMuch(rows);
    const judged = judgeRows(rows, { known, read: uploadedValueReader(lists) });
    const shown = await previewRows(rows, judged, { columns, lists });
    return { rows: shown, columns, notes: [...file.notes], lists: answered(lists) };
  },
});

const answered = ({ classes, houses, codes, today }: ValueLists) => ({
  classes: [...classes],
  houses: [...houses],
  codes: Object.fromEntries(Object.entries(codes).map(([list, choices]) => [list, [...choices]])),
  today,
});

/** What is read must fit into the answer, and into the request that confirms it. */
function refuseTooMuch(rows: readonly TypedRow[]): void {
  let characters = 0;
  for (const { typed } of rows) for (const text of typed.values()) characters += Buffer.byteLength(text) + 3;
  if (characters > confirmedLimit * 0.8)
    throw refusedFile('The file holds too much text for one upload. Please split it in two.');
}
