import { checkReportsTitle } from '#shared/options/truth-check/menu-wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import { momentText } from '../../school/records/moment-text.ts';
import type { Section } from '../../students/records/sections-of-everything.ts';
import { DismissedFindingEntity } from './findings/dismissed-finding.ts';

/** What was found on the student's reports and dismissed. A query a report. */
export async function readSectionOfFindings(
  studentId: string,
  { reports }: { reports: readonly TermReportItem[] },
): Promise<Section> {
  const ofReports = await Promise.all(
    reports.map(({ year, term, classId }) => DismissedFindingEntity.query({ year, term, classId })),
  );
  const rows = ofReports
    .flat()
    .filter((one) => one.studentId === studentId)
    .map(({ year, term, text, reason, by, at, takenBackBy, until }) => [
      ...[termTitle({ year, term }), text, reason, by, momentText(at)],
      ...[takenBackBy ?? null, takenBackBy === undefined ? null : momentText(until)],
    ]);
  return {
    sheets: [
      [checkReportsTitle, [['Term', 'Found', 'Dismissed because', 'By', 'When', 'Listed again by', 'When'], ...rows]],
    ],
    files: [],
  };
}
