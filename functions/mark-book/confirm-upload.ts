import { markBookContract } from '#shared/mark-book/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { openPage } from './open-page.ts';
import { saveCells } from './save-cells.ts';

/** Saves previewed changes as if they were typed. */
export const confirmUpload = callHandler(markBookContract.confirmUpload, {
  handle: async ({ input, caller, request }) =>
    saveCells({ page: await openPage(input, caller), changes: input.changes, caller, request }),
});
