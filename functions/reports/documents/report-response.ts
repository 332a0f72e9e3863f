import { reportFileName } from '#shared/reports/wordings.ts';
import { type Reply, reportWorkbook } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { type ListReport, renderListPdf } from '../../term-reports/report-cards/print/list-report.ts';

/** A report as a PDF, to be shown, or as a workbook, to be saved. */
export const replyWithReport = async (
  report: ListReport,
  { format, now }: { format?: 'xlsx' | undefined; now: Date },
): Promise<Uint8Array | Reply<Uint8Array>> =>
  format === 'xlsx' ? reportWorkbookReply(report, now) : renderListPdf({ school: school(), report, printedAt: now });

/** Writes a report as a workbook, to be saved. */
export async function reportWorkbookReply(report: ListReport, now: Date): Promise<Reply<Uint8Array>> {
  // exceljs takes long to load: only workbooks load it.
  const { renderListWorkbook } = await import('../../term-reports/report-cards/print/list-workbook.ts');
  const bytes = await renderListWorkbook({ school: school(), report, printedAt: now });
  return reportWorkbook(bytes, `${reportFileName(report.name, report.about)}.xlsx`);
}
