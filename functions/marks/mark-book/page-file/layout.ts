/** How a page's file is laid out: the writer and the reader agree here. */

/** Hidden sheet with what the page held when it was downloaded: what was typed since is told from it, cell by cell. */
export const stampSheet = 'Formroom';
/** First cell of the stamp; the number rises when the layout changes. */
export const stampName = 'Formroom mark book page 1';

/** The stamp's first row: name, page, sheet with the marks, UTC time of the download; below, a student a row. */
export const stampRows = { about: 1, numbers: 2, firstStudent: 3 } as const;

/** Rows and columns of the sheet with the marks. */
export const idHeading = 'Student ID';
export const assessmentHeading = (number: number): string => `Assessment ${number}`;
/** The number of the assessment whose heading this is; undefined for any other text. */
export function assessmentOfHeading(text: string): number | undefined {
  const [, digits] = /^assessment (\d{1,2})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
/** Texts in the columns of names, before the students begin. */
export const fixedHeadings = [idHeading, 'Last Name', 'First Name', 'Class'] as const;
export const percentHeading = 'Total %';
/** What is in the last fixed column in the rows below the headings. */
export const subheadings = ['Topic', 'Date', 'Total'] as const;
export const headingRow = 3;
export const firstStudentRow = headingRow + subheadings.length + 1;
