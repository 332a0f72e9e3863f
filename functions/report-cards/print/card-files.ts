import { keyIn } from '#shared/http/contract.ts';

/** Names the printing of a term among the jobs of its kind. */
export const printingKey = ({ year, term }: { year: number; term: number }): string => `${year}#${term}`;

/** Where the cards of a class are, all in one. A run has a folder of its own, whose name nobody guesses. */
export const classFile = (run: string, classId: string): string => keyIn('report-cards', `${run}/${classId}.pdf`);
export const studentFile = (run: string, classId: string, studentId: string): string =>
  keyIn('report-cards', `${run}/${classId}/${studentId}.pdf`);
