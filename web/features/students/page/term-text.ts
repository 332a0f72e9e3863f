import type { TermMarks } from '#shared/student-register/overview-calls.ts';
import { academicYearTitle } from '#shared/terms/academic-year.ts';

/** "Term 1, 2025-2026". */
export const termText = ({ title, year }: Pick<TermMarks, 'title' | 'year'>): string =>
  `${title}, ${academicYearTitle(year)}`;
