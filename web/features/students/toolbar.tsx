import { Eraser, UserPlus } from 'lucide-react';
import type { StudentField } from '#shared/students/fields.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FoldingTools } from '../../ui/controls/folding-tools.tsx';
import { RegistrationFormButton } from './files/registration-form.tsx';
import type { StudentScreenContext } from './row-actions.ts';
import { DownloadEverythingButton, DownloadListButton } from './upload/download-button.tsx';
import { UploadButton } from './upload/upload-button.tsx';

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
