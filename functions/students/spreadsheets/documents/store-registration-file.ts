import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { maxUploadBytes } from '#shared/students/spreadsheets/names-and-limits.ts';
import { unnamedColumns } from '#shared/students/spreadsheets/row-cells.ts';
import { createUploadedValueReader } from '#shared/students/spreadsheets/uploaded-values.ts';
import type { ValueLists } from '#shared/students/values.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';
import { valueListsOfSchool } from '../../records/value-reader.ts';
import { readClassList } from '../read-class-list.ts';
import { judgeRows, type UnjudgedRow } from '../upload/judge-rows.ts';
import { readKnownStudents } from '../upload/known-students.ts';
import { previewRows } from '../upload/preview-rows.ts';

export const storeRegistrationFile = callHandler(studentSpreadsheetsContract.storeRegistrationFile, {
  handle: async ({ input, request }) => {
    const said = { sheet: input.sheet, dayOrder: input.day_order };
    const [file, known] = await Promise.all([readClassList(await input.file.bytes(), said), readKnownStudents()]);
    const lists = valueListsOfSchool(request.now);
    const columns = unnamedColumns(file.fields);
    const rows = file.rows.map(({ row, cells }): UnjudgedRow => {
      const reasons = [...cells].flatMap(([field, { reason }]) =>
        reason === undefined ? [] : [[field, reason] as const],
      );
      return {
        row,
        typed: new Map([...cells].map(([field, { text }]) => [field, text])),
        reasons: new Map(reasons),
      };
    });
    refuseTooMuchText(rows);
    const judged = judgeRows(rows, { known, read: createUploadedValueReader(lists) });
    const shown = await previewRows(rows, judged, { columns, lists });
    const { sheets, dayOrder } = file;
    return { rows: shown, columns, notes: [...file.notes], sheets, day_order: dayOrder, lists: listsAnswer(lists) };
  },
});

const listsAnswer = ({ classes, houses, codes, today }: ValueLists) => ({
  classes: [...classes],
  houses: [...houses],
  codes: Object.fromEntries(Object.entries(codes).map(([list, choices]) => [list, [...choices]])),
  today,
});

/** The rows must fit into the answer, and into the request that confirms them. */
function refuseTooMuchText(rows: readonly UnjudgedRow[]): void {
  let characters = 0;
  for (const { typed } of rows) for (const text of typed.values()) characters += Buffer.byteLength(text) + 3;
  if (characters > maxUploadBytes * 0.8) throw refusedFileError(sheetWordings.tooMuchText);
}
