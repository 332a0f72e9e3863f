import { Download, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fileTooLarge, uploadLimit } from '#shared/http/upload-limit.ts';
import { type ClassListPreview, studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetNames } from '#shared/students/spreadsheets/names-and-limits.ts';
import { studentUploadMessages as messages } from '#shared/students/wordings.ts';
import { call, fetchDocument } from '../../../api/call.ts';
import { ApiError, isSessionOver, messageOf } from '../../../api/errors.ts';
import { saveFile } from '../../../api/save-file.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import styles from './upload.module.css';
import { withRetries } from './with-retries.ts';

/** Chooses a class list, which is read at once (product §4), and offers the template. */
export function ChooseFile({ onPreview }: { onPreview: (preview: ClassListPreview, name: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Share of the file that was sent; null while none is sent. */
  const [sent, setSent] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);

  const read = async (file: File | undefined) => {
    if (!file) return setProblem(messages.noFile);
    setSent(0);
    setProblem(null);
    try {
      if (file.size > uploadLimit) throw new ApiError(422, fileTooLarge);
      const send = () => call(studentSpreadsheetsContract.storeRegistrationFile, { file }, { onSent: setSent });
      onPreview(await withRetries(send), file.name);
    } catch (error) {
      if (!isSessionOver(error)) setProblem(`${messages.uploadFailed} ${reasonOf(error)}`);
      if (input.current) input.current.value = '';
    } finally {
      setSent(null);
    }
  };
  return (
    <div className={styles.choose}>
      <label
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (sent === null) void read(event.dataTransfer.files[0]);
        }}
      >
        <Upload size={22} aria-hidden />
        <span>Choose a spreadsheet, or drop it here</span>
        <small>.xlsx or .csv, at most 4 MB and 5,000 rows. Nothing is stored until you confirm it.</small>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.csv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv"
          disabled={sent !== null}
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </label>
      {sent !== null && (
        <>
          <ProgressBar label="Upload" done={sent} total={1} />
          <RotatingStatus texts={readingSteps} />
        </>
      )}
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      <p className={styles.template}>
        <TemplateButton /> <span>It explains each column and offers classes and houses to choose from.</span>
      </p>
    </div>
  );
}

const readingSteps = [
  'Uploading the file…',
  'Reading the rows…',
  'Checking each cell…',
  'Looking for students who are here…',
];

/** The server's reason to refuse the file. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.fields.file?.[0] !== undefined) return error.fields.file[0];
  return messageOf(error);
}

function TemplateButton() {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const file = await fetchDocument(studentSpreadsheetsContract.studentUploadTemplate, {});
      saveFile(file, spreadsheetNames.template(new Date()));
    } catch (error) {
      if (!isSessionOver(error)) snackbar(messages.downloadFailed, { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Download} busy={isBusy} onClick={() => void download()}>
      Download Template
    </Button>
  );
}

/** Milliseconds for which each message shows (product §9). */
const shownFor = 3000;

/** Shows messages one after the other; the last one stays. */
export function RotatingStatus({ texts }: { texts: readonly string[] }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setIndex((now) => Math.min(now + 1, texts.length - 1)), shownFor);
    return () => clearInterval(timer);
  }, [texts.length]);
  return (
    <p className={styles.rotating} role="status">
      {texts[index]}
    </p>
  );
}
