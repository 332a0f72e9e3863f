import type { StudentField } from '#shared/students/fields.ts';
import type { Rights } from './row-actions.ts';
import type { StudentRow } from './table/student-row.ts';
import { DownloadButton, EverythingButton } from './upload/download-button.tsx';
import { UploadButton } from './upload/upload-button.tsx';

/** Buttons of the whole screen: Add Student, Upload Students. */
export const ScreenActions = ({ rights: { isPta, isArchive, place } }: { rights: Rights }) =>
  !isPta &&
  !isArchive && (
    <>
      <EverythingButton />
      <UploadButton place={place} />
    </>
  );

interface ListActionsProps {
  rights: Rights;
  rows: readonly StudentRow[];
  columns: readonly StudentField[];
}

/** Buttons of the list as it shows: with search, filters and order applied, and its columns. */
export const ListActions = ({ rights: { isArchive }, rows, columns }: ListActionsProps) =>
  isArchive ? null : <DownloadButton studentIds={rows.map(({ id }) => id)} columns={columns} />;
