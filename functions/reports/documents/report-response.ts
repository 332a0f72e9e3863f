import { reportFileName } from '#shared/reports/wordings.ts';
import { documentToSave, type Reply } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { type ListReport, renderListPdf } from '../../term-reports/report-cards/print/list-report.ts';

/** Prints a report as a PDF, to be shown. */
export const renderReportPdf = (report: ListReport, now: Date): Uint8Array =>
  renderListPdf({ school: school(), report, printedAt: now });

/** Writes a report as a workbook, to be downloaded. */
export async function reportWorkbookReply(report: ListReport, now: Date): Promise<Reply<Uint8Array>> {
  // exceljs takes long to load: only workbooks load it.
  const { renderListWorkbook } = await import('../../term-reports/report-cards/print/list-workbook.ts');
  const bytes = await renderListWorkbook({ school: school(), report, printedAt: now });
  return documentToSave(bytes, `${reportFileName(report.name, report.about)}.xlsx`);
}
