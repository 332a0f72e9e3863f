import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { FileWindows } from './files/file-windows.tsx';
import { FormWindow } from './files/registration-form.tsx';
import { RecordWindows } from './record/record-windows.tsx';
import type { Rights } from './row-actions.ts';
import { UploadPart } from './upload/upload-button.tsx';

/** The windows of the screen, each opened by its field of the address. */
export const Windows = ({
  rights: { isPta, place },
  students,
}: {
  rights: Rights;
  students: readonly StudentRow[];
}) => (
  <>
    <FormWindow place={place} isPta={isPta} />
    {!isPta && (
      <>
        <RecordWindows place={place} students={students} />
        <FileWindows place={place} />
        <UploadPart place={place} />
      </>
    )}
  </>
);
