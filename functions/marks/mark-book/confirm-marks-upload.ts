import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { listSourceKeys } from '../../students/records/term-lists.ts';
import { openPage } from './mark-book-page.ts';
import { saveCellsAsTyped } from './save-cells.ts';

/** Saves previewed changes as if they were typed. */
export const confirmMarksUpload = callHandler(markBookContract.confirmMarksUpload, {
  prefetch: ({ year }) => listSourceKeys(year),
  handle: async ({ input, caller, found, request }) =>
    saveCellsAsTyped({
      page: await openPage(input, { caller, found }),
      changes: input.changes,
      by: { caller, request },
    }),
});
