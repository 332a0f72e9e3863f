import { fileKey } from '#shared/http/contract.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';

/** Key of a term's printing job. */
export const printingJobKey = ({ year, term }: { year: number; term: number }): string => `${year}#${term}`;

/** Storage key of a class's cards in one file. Each run has a folder with a name that cannot be guessed. */
export const classCardsFileKey = (run: string, classId: string): string =>
  fileKey('report-cards', `${run}/${classId}.pdf`);
/** All classes in one. */
export const schoolCardsFileKey = (run: string): string => fileKey('report-cards', `${run}/school.zip`);

/** Storage key of one student's posted report, by the number of its copy. */
export const postedCardFileKey = (
  studentId: string,
  { year, term, version }: { year: number; term: number; version: number },
): string => fileKey('posted-cards', `${studentId}/${year}-${term}-${version}.pdf`);

/** Name of a downloaded file, without the ending: "1A Report Cards 2025-2026 Term 1". */
export const cardsFileName = (what: string, { year, term }: { year: number; term: number }): string =>
  `${what} Report Cards ${academicYearTitle(year)} Term ${term}`;
