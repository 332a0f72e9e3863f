import { studentWordings } from '#shared/students/wordings.ts';
import type { ListedStudent } from '../../../students/records/term-lists.ts';

/** Layout of a page's file, for its writer and its reader. */

/** Hidden sheet with the marks at the download: a cell that differs from it was edited. */
export const stampSheetName = 'Formroom';
/** First cell of the stamp; the number is the version of the layout. */
export const stampMarker = 'Formroom mark book page 1';

/** The stamp's first row: name, page, sheet with the marks, UTC time of the download; below, a student a row. */
export const stampRows = { about: 1, numbers: 2, firstStudent: 3 } as const;

/** Rows and columns of the sheet with the marks. */
export const idHeading = 'Student ID';
export const assessmentHeading = (number: number): string => `Assessment ${number}`;
/** The number of the assessment whose heading this is; undefined for any other text. */
export function parseAssessmentHeading(text: string): number | undefined {
  const [, digits] = /^assessment (\d{1,2})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
/** Texts in the columns of names, before the students begin. */
export const fixedHeadings = [idHeading, 'Last Name', 'First Name', 'Class'] as const;
/** Their cells for a student; who left in the term is marked in the First Name (rule 52), which no upload reads. */
export const fixedCells = ({
  studentId,
  lastName,
  firstName,
  classId,
  left,
}: Pick<ListedStudent, 'studentId' | 'lastName' | 'firstName' | 'classId' | 'left'>): string[] => [
  studentId,
  lastName,
  left === undefined ? firstName : `${firstName} (${studentWordings.left(left)})`,
  classId,
];
export const percentHeading = 'Total %';
/** Texts of the last fixed column in the rows below the headings. */
export const assessmentRowLabels = ['Topic', 'Date', 'Total'] as const;
const headingRow = 3;
export const firstStudentRow = headingRow + assessmentRowLabels.length + 1;
