import { Upload } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { fileTooLarge, uploadLimit } from '#shared/http/upload-limit.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import type { UploadPreview } from '#shared/marks/mark-book/spreadsheet-calls.ts';
import { markFileWordings } from '#shared/marks/wordings.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { call } from '../../../../api/call.ts';
import { messageOf } from '../../../../api/errors.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { lazyPart } from '../../../../ui/display/lazy-part.ts';
import { ProgressBar } from '../../../../ui/display/progress-bar.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import type { PageSelection } from './download-page-button.tsx';
import styles from './spreadsheets.module.css';

const UploadPreviewDialog = lazyPart(() => import('./upload-preview.tsx'));

/** Uploads a filled page: choose the file, preview its changes, confirm. */
export function UploadPageButton({ page, onApplied }: { page: PageSelection; onApplied: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [preview, setPreview] = useState<UploadPreview | null>(null);
  return (
    <>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        Upload
      </Button>
      <ChooseFile
        page={page}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onPreview={(found) => {
          setOpen(false);
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

interface ChooseFileProps {
  page: PageSelection;
  isOpen: boolean;
  onClose: () => void;
  onPreview: (preview: UploadPreview) => void;
}

function ChooseFile({ page, isOpen, onClose, onPreview }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Share of the file that was sent; null if none is being uploaded. */
  const [sent, setSent] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);

  const close = () => {
    stopping.current?.abort();
    setProblem(null);
    onClose();
  };
  const upload = async () => {
    const file = input.current?.files?.[0];
    if (!file) {
      setProblem(markFileWordings.noFile);
      return;
    }
    const stop = new AbortController();
    stopping.current = stop;
    setSent(0);
    setProblem(null);
    try {
      if (file.size > uploadLimit) throw new Error(fileTooLarge);
      const named = {
        file,
        year: String(startYearOf(page.academicYearId)),
        term: String(page.term),
        subjectId: page.subjectId,
        ...(page.formClassId === null ? {} : { classId: page.formClassId }),
        formLevel: String(page.formLevel),
        employeeId: page.employeeId,
      };
      onPreview(await call(markBookContract.uploadMarks, named, { signal: stop.signal, onSent: setSent }));
    } catch (error) {
      if (stop.signal.aborted) return;
      setProblem(`${markFileWordings.uploadFailed} ${error instanceof Error ? messageOf(error) : ''}`.trim());
      if (input.current) input.current.value = '';
    } finally {
      setSent(null);
    }
  };
  return (
    <Dialog
      openedBy="act"
      open={isOpen}
      onClose={close}
      title="Upload marks"
      text="Choose the page that you downloaded and filled. You will see what it changes before anything is saved."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" busy={sent !== null} onClick={() => void upload()}>
            Upload
          </Button>
        </>
      }
    >
      <label className={styles.file}>
        <span>Excel workbook (.xlsx)</span>
        <input
          ref={input}
          type="file"
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={() => setProblem(null)}
        />
      </label>
      {sent !== null && (
        <>
          <ProgressBar label="Upload" done={sent} total={1} />
          <p className={styles.message} role="status">
            {sent < 1 ? 'Uploading…' : 'Reading…'}
          </p>
        </>
      )}
      {problem && <Alert tone="error">{problem}</Alert>}
    </Dialog>
  );
}
