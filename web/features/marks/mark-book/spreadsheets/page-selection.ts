/** A page of the mark book, as its screen names it. */
export interface PageSelection {
  academicYearId: string;
  term: 1 | 2 | 3;
  subjectId: string;
  formLevel: number;
  /** Null from level 4 on, where a page has several classes. */
  formClassId: string | null;
  employeeId: string;
}

/** What the files of a page are called. */
export const pageFileName = (title: string, term: number): string =>
  `Mark Book ${title} Term ${term}.xlsx`.replaceAll(/[\\/:*?"<>|]/g, ' ');
