import type { UploadStatus } from '#shared/students/spreadsheets/contract.ts';
import { studentUploadWordings as messages } from '#shared/students/wordings.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { PreviewTable } from '../../../uploads/file-preview.tsx';
import { RotatingStatus } from './choose-class-list-file.tsx';
import { type LeftOutList, LeftOutRows } from './left-out-rows.tsx';
import type { ListUploadState } from './use-list-upload.ts';

const uploadSteps = ['Uploading the records…', 'Placing students in their classes…', 'You may leave this page…'];

/** The progress of an upload. */
export const UploadProgress = ({ going }: { going: NonNullable<ListUploadState['going']> }) => (
  <>
    <RunProgress {...going} label="Uploading students" />
    <RotatingStatus texts={uploadSteps} />
  </>
);

/** The outcome of an upload, in a sentence. */
export function UploadOutcome({ end: { rows, state } }: { end: UploadStatus }) {
  const failed = rows.filter(({ error }) => error === 1).length;
  const done = rows.length - failed;
  const students = done === 1 ? '1 record was uploaded.' : `${done} records were uploaded.`;
  if (failed === 0 && state === 'finished') return <Alert tone="success">{students}</Alert>;
  return (
    <Alert tone="error">
      {messages.partly}: {failed} of {rows.length}. {students}
    </Alert>
  );
}

interface EarlierUploadDialogProps {
  upload: ListUploadState;
  end: UploadStatus | null;
  /** The rows that it left out, as far as this tab has stored them. */
  list: LeftOutList | null;
  onClose: () => void;
}

/** An upload that was started before this page was loaded. */
export function EarlierUploadDialog({ upload, end, list, onClose }: EarlierUploadDialogProps) {
  const failed = end?.rows.filter(({ error }) => error === 1) ?? [];
  return (
    <Dialog
      openedBy="act"
      open
      onClose={onClose}
      title="Upload Students"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {upload.going && <UploadProgress going={upload.going} />}
      {end && <UploadOutcome end={end} />}
      {end && list && <LeftOutRows list={list} />}
      <PreviewTable
        label="Records that could not be uploaded"
        rows={failed}
        keyOf={({ row }) => String(row)}
        columns={[
          { label: 'Row', cell: ({ row }) => row },
          { label: 'Reason', cell: ({ message }) => message },
        ]}
      />
    </Dialog>
  );
}
