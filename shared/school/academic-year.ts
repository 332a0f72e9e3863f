/** Whether a day, yyyy-MM-dd, is in one of the two calendar years of an academic year. */
export const isInYear = (day: string, startYear: number): boolean =>
  day >= `${startYear}-01-01` && day <= `${startYear + 1}-12-31`;

/** 20232024 for 2023. */
export const toAcademicYearId = (startYear: number): string => `${startYear}${startYear + 1}`;
/** 2023 for 20232024. */
export const startYearOf = (academicYearId: string): number => Number(academicYearId.slice(0, 4));
/** "2023-2024" for 2023 (product §9). */
export const academicYearTitle = (startYear: number): string => `${startYear}-${startYear + 1}`;
/** "Term 1, 2025-2026" for 2025 and 1. */
export const termTitle = ({ year, term }: { year: number; term: number }): string =>
  `Term ${term}, ${academicYearTitle(year)}`;
/** The same of a term as calls name it. */
export const periodTitle = ({ academic_year_id: id, term }: { academic_year_id: string; term: number }): string =>
  termTitle({ year: startYearOf(id), term });

/** The term before; before the first, the last of the year before. */
export const termBefore = ({ year, term }: { year: number; term: 1 | 2 | 3 }): { year: number; term: 1 | 2 | 3 } =>
  term === 1 ? { year: year - 1, term: 3 } : { year, term: term === 2 ? 1 : 2 };

/** "Term 1" as the school file calls it; a term that the file no longer knows has its number. */
export const schoolFileTermTitle = (terms: readonly { id: number; title: string }[], term: number): string =>
  terms.find(({ id }) => id === term)?.title ?? `Term ${term}`;
