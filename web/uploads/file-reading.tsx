import { type ReactNode, useRef, useState } from 'react';
import { fileTooLarge, uploadLimit } from '#shared/http/upload-limit.ts';
import { attempt } from '../acts/attempt.ts';
import type { CallOptions } from '../api/call.ts';
import { ApiError, messageOf } from '../api/errors.ts';
import { Alert } from '../ui/display/alert.tsx';
import { ProgressBar } from '../ui/display/progress-bar.tsx';

interface FileReadingSteps<T> {
  /** Makes the call that reads the file. */
  send: (file: File, options: Pick<CallOptions, 'signal' | 'onSent'>) => Promise<T>;
  onRead: (preview: T, file: File) => void;
  /** Begins the message of a failure. */
  failed: string;
}

/**
 * Has the server read a spreadsheet that the user chose. `sent` is the share that was sent, null while none is; `read`
 * returns whether it was read.
 */
export function useFileReading<T>({ send, onRead, failed }: FileReadingSteps<T>) {
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const read = async (file: File): Promise<boolean> => {
    const stop = new AbortController();
    const { signal } = stop;
    // Of two readings the later one counts.
    stopping.current?.abort();
    stopping.current = stop;
    setSent(0);
    setProblem(null);
    const work = async () => {
      if (file.size > uploadLimit) throw new ApiError(422, fileTooLarge);
      const preview = await send(file, { signal, onSent: (share) => signal.aborted || setSent(share) });
      signal.throwIfAborted();
      onRead(preview, file);
    };
    const isRead = await attempt(work, (error) => {
      if (!signal.aborted) setProblem(`${failed} ${reasonOf(error)}`);
    });
    if (stopping.current === stop) setSent(null);
    return isRead;
  };
  const cancel = () => {
    stopping.current?.abort();
    setProblem(null);
  };
  return { sent, problem, setProblem, read, cancel };
}

/** The reason to refuse the file, where the server gives one. */
const reasonOf = (error: unknown): string => (error instanceof ApiError && error.fields.file?.[0]) || messageOf(error);

interface FileReadingProgressProps {
  reading: Pick<ReturnType<typeof useFileReading>, 'sent' | 'problem'>;
  /** Shown while the file is sent and read. */
  status?: ReactNode;
}

/** The progress of a file that is read, or why that failed. */
export const FileReadingProgress = ({ reading: { sent, problem }, status }: FileReadingProgressProps) => (
  <>
    {sent !== null && (
      <>
        <ProgressBar label="Upload" done={sent} total={1} />
        {status ?? <p role="status">{sent < 1 ? 'Uploading…' : 'Reading…'}</p>}
      </>
    )}
    {problem !== null && <Alert tone="error">{problem}</Alert>}
  </>
);
