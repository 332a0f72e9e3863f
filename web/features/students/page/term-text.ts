import { academicYearTitle } from '#shared/school/academic-year.ts';
import type { TermMarks } from '#shared/students/register/overview-calls.ts';

/** "Term 1, 2025-2026". */
export const termText = ({ title, year }: Pick<TermMarks, 'title' | 'year'>): string =>
  `${title}, ${academicYearTitle(year)}`;
