import { Suspense, useRef, useState } from 'react';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import type { UploadPreview } from '#shared/marks/mark-book/spreadsheet-calls.ts';
import { markFileWordings } from '#shared/marks/wordings.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { call } from '../../../../api/call.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { lazyWithRetry } from '../../../../ui/display/lazy-with-retry.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../../ui/overlays/lazy-overlay.tsx';
import { FileReadingProgress, useFileReading } from '../../../../uploads/file-reading.tsx';
import type { PageOfSpreadsheet } from './download-page-button.tsx';
import styles from './spreadsheets.module.css';

interface ChoosePageFileDialogProps {
  page: PageOfSpreadsheet;
  open: boolean;
  onClose: () => void;
  onPreview: (preview: UploadPreview) => void;
}

/** Window that sends a filled page, and gets what it changes. */
export function ChoosePageFileDialog({ page, open, onClose, onPreview }: ChoosePageFileDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const reading = useFileReading({
    send: (file, options) =>
      call(
        markBookContract.previewMarksUpload,
        {
          file,
          year: String(startYearOf(page.academicYearId)),
          term: String(page.term),
          subjectId: page.subjectId,
          ...(page.formClassId === null ? {} : { classId: page.formClassId }),
          formLevel: String(page.formLevel),
          employeeId: page.employeeId,
        },
        options,
      ),
    onRead: onPreview,
    failed: markFileWordings.uploadFailed,
  });
  const close = () => {
    reading.cancel();
    onClose();
  };
  const upload = async () => {
    const [file] = input.current?.files ?? [];
    if (!file) return reading.setProblem(markFileWordings.noFile);
    // A corrected file has to be chosen again.
    if (!(await reading.read(file)) && input.current) input.current.value = '';
  };
  return (
    <Dialog
      openedBy="act"
      open={open}
      onClose={close}
      title="Upload marks"
      text="Choose the page that you downloaded and filled. You will see what it changes before anything is saved."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" busy={reading.sent !== null} onClick={() => void upload()}>
            Upload
          </Button>
        </>
      }
    >
      <Stack as="label" gap={6} size={13} below={12} className={styles.file} weight={500}>
        <span>Excel workbook (.xlsx)</span>
        <input
          ref={input}
          type="file"
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={() => reading.setProblem(null)}
        />
      </Stack>
      <FileReadingProgress reading={reading} />
    </Dialog>
  );
}

const UploadPreviewDialog = lazyWithRetry(() => import('./upload-preview.tsx'));

export interface UploadPageWindowsProps extends OverlayProps {
  page: PageOfSpreadsheet;
  onApplied: () => void;
}

/** The window that takes a file, then the one that shows what it changes. */
export default function UploadPageWindows({ page, onApplied, open, onClose }: UploadPageWindowsProps) {
  const [preview, setPreview] = useState<UploadPreview | null>(null);
  return (
    <>
      <ChoosePageFileDialog
        page={page}
        open={open}
        onClose={onClose}
        onPreview={(found) => {
          onClose();
          setPreview(found);
        }}
      />
      {preview && (
        <Suspense fallback={null}>
          <UploadPreviewDialog
            key={preview.downloaded_at}
            page={page}
            preview={preview}
            onClose={() => setPreview(null)}
            onApplied={onApplied}
          />
        </Suspense>
      )}
    </>
  );
}
