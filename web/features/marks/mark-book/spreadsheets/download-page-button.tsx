import { Download } from 'lucide-react';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markFileWordings } from '#shared/marks/wordings.ts';
import { SpreadsheetButton } from '../../../../documents/spreadsheet-button.tsx';

/** A page of the mark book, as its screen names it. */
export interface PageOfSpreadsheet {
  academicYearId: string;
  term: 1 | 2 | 3;
  subjectId: string;
  formLevel: number;
  /** Null from level 4 on, where a page has several classes. */
  formClassId: string | null;
  employeeId: string;
}

/** File name of a page's workbook. */
const pageFileName = (title: string, term: number): string =>
  `Mark Book ${title} Term ${term}.xlsx`.replaceAll(/[\\/:*?"<>|]/g, ' ');

/** Downloads the page as a workbook. `title` names the lesson: "Mathematics 1A". */
export const DownloadPageButton = ({ page, title }: { page: PageOfSpreadsheet; title: string }) => (
  <SpreadsheetButton
    label="Download"
    icon={Download}
    row={markBookContract.downloadMarkBookPage}
    input={{
      employee_id: page.employeeId,
      subject_id: page.subjectId,
      ...(page.formClassId === null ? {} : { form_class_id: page.formClassId }),
      form_level: String(page.formLevel),
      academic_year_id: page.academicYearId,
      term: String(page.term),
    }}
    fileName={pageFileName(title, page.term)}
    failed={markFileWordings.downloadFailed}
  />
);
