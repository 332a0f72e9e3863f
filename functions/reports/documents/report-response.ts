import { reportFileName } from '#shared/reports/wordings.ts';
import { documentToSave, type Reply } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { type ListReport, printList } from '../../term-reports/report-cards/print/list-report.ts';

/** Prints a report as a PDF, to be shown. */
export const reportPdf = (report: ListReport, now: Date): Uint8Array =>
  printList({ school: school(), report, printedAt: now });

/** Writes a report as a workbook, to be downloaded. */
export async function reportWorkbookReply(report: ListReport, now: Date): Promise<Reply<Uint8Array>> {
  // exceljs takes long to load: only workbooks load it.
  const { listWorkbook } = await import('../../term-reports/report-cards/print/list-workbook.ts');
  const bytes = await listWorkbook({ school: school(), report, printedAt: now });
  return documentToSave(bytes, `${reportFileName(report.name, report.about)}.xlsx`);
}
