import { Download } from 'lucide-react';
import type { StudentField } from '#shared/students/fields.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetFileNames } from '#shared/students/spreadsheets/names-and-limits.ts';
import { spreadsheetFields } from '#shared/students/spreadsheets/row-cells.ts';
import { studentUploadWordings as messages } from '#shared/students/wordings.ts';
import { SpreadsheetButton } from '../../../documents/spreadsheet-button.tsx';

/** The first columns of every spreadsheet identify the student. */
const always: readonly StudentField[] = ['id', 'last_name', 'first_name'];

interface DownloadListButtonProps {
  /** In the order of the list. */
  studentIds: readonly string[];
  columns: readonly StudentField[];
}

/** Downloads the list as it shows: its students in order, with its columns (product §2). */
export const DownloadListButton = ({ studentIds, columns }: DownloadListButtonProps) => (
  <SpreadsheetButton
    icon={Download}
    row={studentSpreadsheetsContract.downloadStudents}
    input={{
      student_ids: [...studentIds],
      columns: [...new Set([...always, ...columns])].filter((field) => spreadsheetFields.includes(field)),
    }}
    fileName={() => spreadsheetFileNames.chosen(new Date())}
    failed={messages.downloadFailed}
    unavailable={studentIds.length === 0}
  />
);

/** Downloads every current student with every column. */
export const DownloadEverythingButton = () => (
  <SpreadsheetButton
    label="Registration Data"
    icon={Download}
    row={studentSpreadsheetsContract.downloadRegistrationData}
    input={{}}
    fileName={spreadsheetFileNames.everything}
    failed={messages.downloadFailed}
  />
);
