import { Camera, FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { ProgressBar } from '../ui/display/progress-bar.tsx';
import { Row } from '../ui/layout/row.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { Muted } from '../ui/layout/text.tsx';
import styles from './uploads.module.css';
import type { FileUploadState } from './use-upload.ts';

interface FileDropProps {
  upload: FileUploadState;
  /** "Replace Birth Certificate": the button that opens the choice. */
  label: string;
  /** The files that may be chosen, in a few words. */
  hint: string;
  /** As an `input` takes it: `image/*,application/pdf`. */
  accept: string;
}

/** Drops or chooses a file, or takes a picture on a phone; then shows the progress, with Cancel. */
export function FileDrop({ upload, label, hint, accept }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { start, cancel, isBusy, sent, problem } = upload;
  const take = (chosen: FileList | null) => {
    const [first] = chosen ?? [];
    if (first) start(first);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) take(event.dataTransfer.files);
  };
  const input = {
    type: 'file',
    accept,
    hidden: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      take(currentTarget.files);
      // Lets the user choose the same file again.
      currentTarget.value = '';
    },
  } as const;
  return (
    <Stack
      as="section"
      gap={10}
      className={styles.drop}
      data-over={isOver || undefined}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isBusy ? (
        <div className={styles.sending}>
          <p role="status">{sent === null ? 'Preparing…' : sent < 1 ? 'Uploading…' : 'Checking…'}</p>
          <ProgressBar label={label} done={sent ?? 0} total={1} />
          <Button onClick={cancel}>Cancel</Button>
        </div>
      ) : (
        <Row wrap gap={8} across={12}>
          <Button icon={FileUp} aria-describedby={hintId} onClick={() => file.current?.click()}>
            {label}
          </Button>
          <span className={styles.camera}>
            <Button icon={Camera} onClick={() => camera.current?.click()}>
              Take Picture
            </Button>
          </span>
          <Muted size="12.5on18" id={hintId}>
            {hint}
          </Muted>
        </Row>
      )}
      <input ref={file} {...input} />
      <input ref={camera} {...input} accept="image/*" capture="environment" />
      {problem && <Alert tone="error">{problem}</Alert>}
    </Stack>
  );
}
