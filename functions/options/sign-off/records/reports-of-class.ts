import { schemeFor } from '#shared/marks/scheme.ts';
import type { SubjectRecordItem } from '../../../marks/records/subject-record.ts';
import { readClassContents, type TermReportItem } from '../../../marks/records/term-report.ts';
import { school } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { isReadableReport } from '../../../term-reports/report-cards/build-report-card.ts';
import type { ContentsOfClass } from '../../../term-reports/report-cards/posting-guards.ts';
import { type ReportSignaturesItem, readSignaturesOfClass } from './report-signatures.ts';
import { contentsOf, type SignedContents } from './signed-contents.ts';
import { type StagesOfReport, stagesOfReport } from './stages-of-report.ts';

/** A report with what it says and who signed it. */
export interface ReportToSign extends StagesOfReport {
  report: TermReportItem;
  records: readonly SubjectRecordItem[];
  contents: SignedContents;
  signatures: ReportSignaturesItem | undefined;
}

/**
 * The reports of a class with their signatures, by student. Two queries. One that cannot be read is left out: no card
 * of it is made, and nobody signs it.
 * @param contents its reports and records where they are being read already
 */
export async function readReportsToSign(
  ofClass: Term & { classId: string },
  contents: Promise<Pick<ContentsOfClass, 'reports' | 'records'>> = readClassContents(ofClass),
): Promise<Map<string, ReportToSign>> {
  const [{ reports, records }, signatures] = await Promise.all([contents, readSignaturesOfClass(ofClass)]);
  const recordsOf = Map.groupBy(records, ({ studentId }) => studentId);
  return new Map(
    reports.flatMap((report) => {
      const { studentId } = report;
      const own = recordsOf.get(studentId) ?? [];
      return isReadableReport(school(), report, own)
        ? [[studentId, toReportToSign(report, own, signatures.get(studentId))] as const]
        : [];
    }),
  );
}

/** @throws RangeError for a form level or term without a marking rule */
export function toReportToSign(
  report: TermReportItem,
  records: readonly SubjectRecordItem[],
  signatures: ReportSignaturesItem | undefined,
): ReportToSign {
  const contents = contentsOf(report, records, schemeFor(school().markingScheme, report.formLevel, report.term));
  return { report, records, contents, signatures, ...stagesOfReport(signatures, contents) };
}
