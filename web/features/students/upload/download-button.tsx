import { Download } from 'lucide-react';
import { useState } from 'react';
import type { StudentField } from '#shared/students/fields.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetNames } from '#shared/students/spreadsheets/names-and-limits.ts';
import { spreadsheetFields } from '#shared/students/spreadsheets/row-cells.ts';
import { studentUploadMessages as messages } from '#shared/students/wordings.ts';
import { fetchDocument } from '../../../api/call.ts';
import { isSessionOver } from '../../../api/errors.ts';
import { saveFile } from '../../../api/save-file.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';

/** Downloads one spreadsheet at a time, and shows a failure. */
function useDownload() {
  const [isBusy, setBusy] = useState(false);
  const download = async (make: () => Promise<Blob>, name: string) => {
    setBusy(true);
    try {
      saveFile(await make(), name);
    } catch (error) {
      if (!isSessionOver(error)) snackbar(messages.downloadFailed, { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, download };
}

/** The first columns of every spreadsheet identify the student. */
const always: readonly StudentField[] = ['id', 'last_name', 'first_name'];

interface DownloadButtonProps {
  /** In the order of the list. */
  studentIds: readonly string[];
  columns: readonly StudentField[];
}

/** Downloads the list as it shows: its students in order, with its columns (product §2). */
export function DownloadButton({ studentIds, columns }: DownloadButtonProps) {
  const { isBusy, download } = useDownload();
  const wanted = [...new Set([...always, ...columns])].filter((field) => spreadsheetFields.includes(field));
  const input = { student_ids: [...studentIds], columns: wanted };
  return (
    <Button
      icon={Download}
      busy={isBusy}
      unavailable={studentIds.length === 0}
      onClick={() =>
        void download(
          () => fetchDocument(studentSpreadsheetsContract.spreadsheetStudentData, input),
          spreadsheetNames.chosen(new Date()),
        )
      }
    >
      Download Spreadsheet
    </Button>
  );
}

/** Downloads every current student with every column. */
export function EverythingButton() {
  const { isBusy, download } = useDownload();
  return (
    <Button
      icon={Download}
      busy={isBusy}
      onClick={() =>
        void download(
          () => fetchDocument(studentSpreadsheetsContract.registrationDataSpreadsheet, {}),
          spreadsheetNames.everything(),
        )
      }
    >
      Registration Data
    </Button>
  );
}
