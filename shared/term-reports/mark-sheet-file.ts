import { academicYearTitle } from '../school/academic-year.ts';

/** Name of a class mark sheet's workbook (product §9): '{class} Marksheet {term title} {year}-{year+1}.xlsx'. */
export const markSheetFileName = ({
  classId,
  termTitle,
  year,
}: {
  classId: string;
  termTitle: string;
  year: number;
}): string => `${classId} Marksheet ${termTitle} ${academicYearTitle(year)}.xlsx`;

/** Shown red when the workbook could not be had (product §8). */
export const markSheetFileFailure = 'Error Occured. Could not download file.';
