import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markFileRefusals } from '#shared/marks/wordings.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { refusedFileError } from '../../platform/xlsx/zip-archive.ts';
import { listSourceKeys } from '../../students/records/term-lists.ts';
import { openPage } from './mark-book-page.ts';
import { compareFileWithPage } from './page-file/compare-page.ts';

/** The page is opened first: a file is read only for callers who may change its page. */
export const previewMarksUpload = callHandler(markBookContract.previewMarksUpload, {
  prefetch: ({ year }) => listSourceKeys(year),
  handle: async ({ input, caller, found }) => {
    const page = await openPage(input, { caller, found });
    // Uploads are rare, and the reader of workbooks is a third of this function's code (ADR 0011).
    const { readPageFile } = await import('./page-file/read-page-file.ts');
    const file = await readPageFile(await input.file.bytes());
    if (file.page !== page.key) throw refusedFileError(markFileRefusals.otherPage);
    return compareFileWithPage(file, page);
  },
});
