import { Download, Eraser, UserPlus } from 'lucide-react';
import type { StudentField } from '#shared/students/fields.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetFileNames } from '#shared/students/spreadsheets/names-and-limits.ts';
import { spreadsheetFields } from '#shared/students/spreadsheets/row-cells.ts';
import { studentUploadWordings as messages } from '#shared/students/wordings.ts';
import { SpreadsheetButton } from '../../documents/spreadsheet-button.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FoldingTools } from '../../ui/controls/folding-tools.tsx';
import { RegistrationFormButton } from './files/registration-form.tsx';
import type { StudentScreenContext } from './row-actions.ts';
import { UploadButton } from './upload/upload-button.tsx';

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

/** Buttons of the screen: Registration Data, Upload Students and Add Student, or Students to Erase for the archive. */
export const StudentScreenButtons = ({
  rights: { isPta, isArchive, canErase, place },
}: {
  rights: StudentScreenContext;
}) =>
  isPta ? null : isArchive ? (
    canErase && (
      <Button icon={Eraser} onClick={() => place.change({ erasures: 1 })}>
        Students to Erase
      </Button>
    )
  ) : (
    <FoldingTools
      label="Students"
      place="end"
      first={
        <Button variant="primary" icon={UserPlus} onClick={() => place.change({ add: 1 })}>
          Add Student
        </Button>
      }
    >
      <DownloadEverythingButton />
      <UploadButton place={place} />
    </FoldingTools>
  );

interface ListedStudentsButtonsProps {
  rights: StudentScreenContext;
  rows: readonly StudentRow[];
  columns: readonly StudentField[];
}

/** Buttons for the list as it shows: its students in order, and its columns. */
export const ListedStudentsButtons = ({ rights: { isArchive, place }, rows, columns }: ListedStudentsButtonsProps) =>
  isArchive ? null : (
    <>
      <RegistrationFormButton place={place} rows={rows} />
      <DownloadListButton studentIds={rows.map(({ id }) => id)} columns={columns} />
    </>
  );
