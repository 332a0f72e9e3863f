import { keyIn } from '#shared/http/contract.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';

/** Names the printing of a term among the jobs of its kind. */
export const printingKey = ({ year, term }: { year: number; term: number }): string => `${year}#${term}`;

/** Where the cards of a class are, all in one. A run has a folder of its own, whose name nobody guesses. */
export const classFile = (run: string, classId: string): string => keyIn('report-cards', `${run}/${classId}.pdf`);
export const studentFile = (run: string, classId: string, studentId: string): string =>
  keyIn('report-cards', `${run}/${classId}/${studentId}.pdf`);
/** All classes in one. */
export const schoolFile = (run: string): string => keyIn('report-cards', `${run}/school.zip`);

/** What a file is called where it is kept or saved: "1A Report Cards 2025-2026 Term 1". Without the ending. */
export const cardsFileName = (what: string, { year, term }: { year: number; term: number }): string =>
  `${what} Report Cards ${academicYearTitle(year)} Term ${term}`;
