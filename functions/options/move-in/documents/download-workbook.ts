import { moveInContract } from '#shared/options/move-in/contract.ts';
import { callHandler, documentToSave } from '../../../platform/requests/call-handler.ts';
import { readKnownSchool } from '../known-school.ts';
import { renderMoveInWorkbook } from '../workbook/move-in-workbook.ts';

export const downloadMoveInWorkbook = callHandler(moveInContract.downloadMoveInWorkbook, {
  handle: async ({ request: { now } }) =>
    documentToSave(await renderMoveInWorkbook(await readKnownSchool(), now), 'Move In.xlsx'),
});
