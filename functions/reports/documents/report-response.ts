import { reportFileName } from '#shared/reports/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { type Reply, savedAs } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { type ListReport, printList } from '../../term-reports/report-cards/print/list-report.ts';

/** A report to be shown: a PDF. */
export const pdfOf = (report: ListReport, now: Date): Uint8Array =>
  printList({ school: school(), report, printedAt: now });

/** A report to be saved: a workbook. */
export async function workbookOf(report: ListReport, now: Date): Promise<Reply<Uint8Array>> {
  // exceljs takes as long to load as everything else here; only a workbook waits for it.
  const { listWorkbook } = await import('../../term-reports/report-cards/print/list-workbook.ts');
  const bytes = await listWorkbook({ school: school(), report, printedAt: now });
  return savedAs(bytes, `${reportFileName(report.name, report.about)}.xlsx`);
}

/** "05-Jan-2026 to 27-Feb-2026", or the one day. */
export const daysText = (from: string, to: string): string =>
  from === to ? displayDate(from) : `${displayDate(from)} to ${displayDate(to)}`;
