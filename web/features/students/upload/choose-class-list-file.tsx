import { Download, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ClassListPreview, studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetFileNames } from '#shared/students/spreadsheets/names-and-limits.ts';
import { studentUploadWordings as messages } from '#shared/students/wordings.ts';
import { call } from '../../../api/call.ts';
import { SpreadsheetButton } from '../../../documents/spreadsheet-button.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { FileQuestions, useListReading } from '../../../uploads/file-questions.tsx';
import { FileReadingProgress } from '../../../uploads/file-reading.tsx';
import { sendWithRetries } from './send-with-retries.ts';
import styles from './upload.module.css';

/** Chooses a class list, which is read at once (product §4), and offers the template. */
export function ChooseClassListFile({ onPreview }: { onPreview: (preview: ClassListPreview, name: string) => void }) {
  const [isOver, setOver] = useState(false);
  const reading = useListReading({
    send: (file, said, options) =>
      sendWithRetries(() => call(studentSpreadsheetsContract.storeRegistrationFile, { file, ...said }, options)),
    onRead: (preview: ClassListPreview, { name }) => onPreview(preview, name),
    failed: messages.uploadFailed,
  });
  const isBusy = reading.sent !== null;
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) void reading.read(file);
    else reading.setProblem(messages.noFile);
  };
  return (
    <Stack narrow gap={16} below={16}>
      <Stack
        as="label"
        align="center"
        narrow
        gap={6}
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
          if (!isBusy) choose(event.dataTransfer.files);
        }}
      >
        <Upload size={22} aria-hidden />
        <span>Choose a spreadsheet, or drop it here</span>
        <small>.xlsx or .csv, at most 4 MB and 5,000 rows. Nothing is stored until you confirm it.</small>
        <input
          type="file"
          accept=".xlsx,.csv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv"
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files);
            // Lets the user choose the same file again, once it was corrected.
            currentTarget.value = '';
          }}
        />
      </Stack>
      <FileQuestions reading={reading} />
      <FileReadingProgress reading={reading} status={<RotatingStatus texts={readingSteps} />} />
      <Row as="p" wrap gap={8} across={12} tone="muted" size={13}>
        <SpreadsheetButton
          label="Download Template"
          icon={Download}
          row={studentSpreadsheetsContract.downloadUploadTemplate}
          input={{}}
          fileName={() => spreadsheetFileNames.template(new Date())}
          failed={messages.downloadFailed}
        />{' '}
        <span>It explains each column and offers classes and houses to choose from.</span>
      </Row>
    </Stack>
  );
}

const readingSteps = [
  'Uploading the file…',
  'Reading the rows…',
  'Checking each cell…',
  'Looking for students who are here…',
];

/** Milliseconds for which each message shows (product §2). */
const shownFor = 3000;

/** Shows messages one after the other; the last one stays. */
export function RotatingStatus({ texts }: { texts: readonly string[] }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setIndex((now) => Math.min(now + 1, texts.length - 1)), shownFor);
    return () => clearInterval(timer);
  }, [texts.length]);
  return (
    <Text className={styles.rotating} as="p" above={8} role="status">
      {texts[index]}
    </Text>
  );
}
