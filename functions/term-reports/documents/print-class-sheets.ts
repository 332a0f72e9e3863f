import { termReportsContract } from '#shared/term-reports/contract.ts';
import { markSheetFileName } from '#shared/term-reports/wordings.ts';
import { classPostKeys } from '../../people/records/store.ts';
import { type CallContext, callHandler, documentToSave } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { classListSource, listSourceKeys } from '../../students/records/term-lists.ts';
import { requireClassReportAccess } from '../report-access.ts';
import { renderMarkSheet } from './mark-sheet.ts';
import { renderRankSheet } from './rank-sheet.ts';
import { readClassMarks } from './read-class-marks.ts';

const prefetch = (input: { classId: string; year: number }, accountId: string) => ({
  posts: classPostKeys({ employeeId: accountId, year: input.year, classId: input.classId }),
  ...listSourceKeys(input.year),
});

type Sheet = CallContext<typeof termReportsContract.printMarkSheet, ReturnType<typeof prefetch>>;

async function readSheet({ input, caller, found, request }: Sheet) {
  requireClassReportAccess(caller, found.posts);
  const marks = await readClassMarks({ ...input, source: classListSource(input, found) });
  return { school: school(), marks, printedAt: request.now };
}

export const printMarkSheet = callHandler(termReportsContract.printMarkSheet, {
  prefetch,
  handle: async (context) => renderMarkSheet(await readSheet(context)),
});

export const printRankSheet = callHandler(termReportsContract.printRankSheet, {
  prefetch,
  handle: async (context) => renderRankSheet(await readSheet(context)),
});

export const downloadMarkSheet = callHandler(termReportsContract.downloadMarkSheet, {
  prefetch,
  handle: async (context) => {
    // exceljs takes long to load: only workbooks load it.
    const [{ markSheetWorkbook }, sheet] = await Promise.all([import('./mark-sheet-workbook.ts'), readSheet(context)]);
    return documentToSave(await markSheetWorkbook(sheet), markSheetFileName(sheet.marks));
  },
});
