import type { SchoolFile } from '#shared/school/school-file.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { markSheetFileName } from '#shared/term-reports/wordings.ts';
import { classEntriesKeys, readFoundClassEntries } from '../../marks/records/class-entries.ts';
import type { ClassOfTerm } from '../../marks/records/class-records-version.ts';
import { classPostKeys } from '../../people/records/store.ts';
import type { PrintableImage } from '../../platform/pdf/image.ts';
import { type CallContext, callHandler, documentToSave } from '../../platform/requests/call-handler.ts';
import { periodKey } from '../../school/records/periods.ts';
import { formLevelOfClass, school } from '../../school/records/school.ts';
import { decideClassListSource, listSourceKeys } from '../../students/records/term-lists.ts';
import { requireClassReportAccess } from '../report-access.ts';
import { layoutInUseKey, layoutOfTerm } from '../report-cards/layouts/layout-of-card.ts';
import { readLayoutPictures } from '../report-cards/print/layout-pictures.ts';
import type { HeadArrangement } from '../report-cards/print/school-paper.ts';
import { renderMarkSheet } from './mark-sheet.ts';
import { renderRankSheet } from './rank-sheet.ts';
import { readClassMarks, readClassRanks, type SheetOfClass } from './read-class-marks.ts';

const levelAndTerm = ({ classId, term }: ClassOfTerm) => ({ formLevel: formLevelOfClass(classId) ?? 0, term });

const prefetch = (input: ClassOfTerm, accountId: string) => ({
  posts: classPostKeys({ employeeId: accountId, year: input.year, classId: input.classId }),
  ...listSourceKeys(input.year),
  ...classEntriesKeys(input),
  period: periodKey(input.year, input.term),
  layout: layoutInUseKey(levelAndTerm(input)),
});

type Sheet = CallContext<typeof termReportsContract.printMarkSheet, ReturnType<typeof prefetch>>;

/** What a sheet shows, as `read` reads it. */
async function readSheet<T>(
  { input, caller, found, request }: Sheet,
  read: (of: SheetOfClass) => Promise<T>,
): Promise<{
  school: SchoolFile;
  marks: T;
  printedAt: Date;
  head: HeadArrangement;
  crest: PrintableImage | undefined;
}> {
  requireClassReportAccess(caller, found.posts);
  const entries = () => readFoundClassEntries(input, found, request.now);
  const dateEnd = found.period?.dateEnd ?? null;
  const marks = await read({ ...input, source: decideClassListSource(input, found), dateEnd, entries });
  const layout = layoutOfTerm(found.layout, levelAndTerm(input));
  const pictures = await readLayoutPictures([layout]);
  const crest = layout.crest === undefined ? undefined : pictures.get(layout.crest);
  return { school: school(), marks, printedAt: request.now, head: layout.head, crest };
}

export const printMarkSheet = callHandler(termReportsContract.printMarkSheet, {
  prefetch,
  handle: async (context) => renderMarkSheet(await readSheet(context, readClassMarks)),
});

export const printRankSheet = callHandler(termReportsContract.printRankSheet, {
  prefetch,
  handle: async (context) => renderRankSheet(await readSheet(context, readClassRanks)),
});

export const downloadMarkSheetSpreadsheet = callHandler(termReportsContract.downloadMarkSheetSpreadsheet, {
  prefetch,
  handle: async (context) => {
    // exceljs takes long to load: only workbooks load it.
    const [{ renderMarkSheetWorkbook }, sheet] = await Promise.all([
      import('./mark-sheet-workbook.ts'),
      readSheet(context, readClassMarks),
    ]);
    return documentToSave(await renderMarkSheetWorkbook(sheet), markSheetFileName(sheet.marks));
  },
});
