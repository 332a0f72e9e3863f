import { Download } from 'lucide-react';
import { useState } from 'react';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markFileWordings } from '#shared/marks/wordings.ts';
import { fetchDocument } from '../../../../api/call.ts';
import { saveFile } from '../../../../api/save-file.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';

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

/** File name of a page's workbook. */
export const pageFileName = (title: string, term: number): string =>
  `Mark Book ${title} Term ${term}.xlsx`.replaceAll(/[\\/:*?"<>|]/g, ' ');

/** Saves the page as a workbook. `title` names the lesson: "Mathematics 1A". */
export function DownloadPageButton({ page, title }: { page: PageSelection; title: string }) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const file = await fetchDocument(markBookContract.downloadMarkBookPage, {
        employee_id: page.employeeId,
        subject_id: page.subjectId,
        ...(page.formClassId === null ? {} : { form_class_id: page.formClassId }),
        form_level: String(page.formLevel),
        academic_year_id: page.academicYearId,
        term: String(page.term),
      });
      saveFile(file, pageFileName(title, page.term));
    } catch {
      snackbar(markFileWordings.downloadFailed, { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Download} busy={isBusy} onClick={() => void download()}>
      Download
    </Button>
  );
}
