import { signOffTitle } from '#shared/options/sign-off/menu-wordings.ts';
import { stages } from '#shared/options/sign-off/stages.ts';
import { stageWords } from '#shared/options/sign-off/wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import { readMany } from '../../platform/table/table.ts';
import { momentText } from '../../school/records/moment-text.ts';
import type { Section } from '../../students/records/sections-of-everything.ts';
import { ReportSignaturesEntity, signatureOf } from './records/report-signatures.ts';

/** Who signed the student's reports, in the class that each is in. A request for each hundred reports. */
export async function readSectionOfSignatures(
  studentId: string,
  { reports }: { reports: readonly TermReportItem[] },
): Promise<Section> {
  const signed = await readMany(
    reports.map(({ year, term, classId }) => ReportSignaturesEntity.key({ year, term, classId, studentId })),
  );
  const rows = signed.flatMap((item) =>
    stages.flatMap((stage) => {
      const signature = signatureOf(item, stage);
      return signature
        ? [[termTitle(item), item.classId, stageWords[stage].who, signature.by, momentText(signature.at)]]
        : [];
    }),
  );
  return { sheets: [[signOffTitle, [['Term', 'Class', 'Signed as', 'By', 'When'], ...rows]]], files: [] };
}
