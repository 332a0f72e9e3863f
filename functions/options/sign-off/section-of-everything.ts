import { councilTitle } from '#shared/options/sign-off/council/menu-wordings.ts';
import { signOffTitle } from '#shared/options/sign-off/menu-wordings.ts';
import { stages } from '#shared/options/sign-off/stages.ts';
import { stageWords } from '#shared/options/sign-off/wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import { readMany } from '../../platform/table/table.ts';
import { momentText } from '../../school/records/moment-text.ts';
import type { Section } from '../../students/records/sections-of-everything.ts';
import { CouncilNoteEntity } from './council/council-records.ts';
import { ReportSignaturesEntity, signatureOf } from './records/report-signatures.ts';

/**
 * Who signed the student's reports, in the class that each is in, and what councils noted. Two requests for each
 * hundred reports.
 */
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
  const notes = await readMany(reports.map(({ year, term }) => CouncilNoteEntity.key({ studentId, year, term })));
  const noted = notes.flatMap(({ note, noteBy, noteAt, ...ofTerm }) =>
    note === undefined ? [] : [[termTitle(ofTerm), note, noteBy ?? null, momentText(noteAt)]],
  );
  return {
    sheets: [
      [signOffTitle, [['Term', 'Class', 'Signed as', 'By', 'When'], ...rows]],
      [councilTitle, [['Term', 'Note', 'By', 'When'], ...noted]],
    ],
    files: [],
  };
}
