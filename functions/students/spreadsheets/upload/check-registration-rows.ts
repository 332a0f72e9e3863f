import type { StudentField } from '#shared/students/fields.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { rowToFields } from '#shared/students/spreadsheets/row-cells.ts';
import { createUploadedValueReader } from '#shared/students/spreadsheets/uploaded-values.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { valueListsOfSchool } from '../../records/value-reader.ts';
import { judgeRows } from './judge-rows.ts';
import { readKnownStudents } from './known-students.ts';
import { previewRows } from './preview-rows.ts';

export const checkRegistrationRows = callHandler(studentSpreadsheetsContract.checkRegistrationRows, {
  handle: async ({ input, request }) => {
    const lists = valueListsOfSchool(request.now);
    const columns = input.columns as StudentField[];
    const rows = input.data.map((row) => ({ row: row.row, typed: rowToFields(row, columns) }));
    const judged = judgeRows(rows, { known: await readKnownStudents(), read: createUploadedValueReader(lists) });
    return { rows: await previewRows(rows, judged, { columns, lists }) };
  },
});
