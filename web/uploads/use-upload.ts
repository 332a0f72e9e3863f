import { useEffect, useRef, useState } from 'react';
import { explain } from '../acts/attempt.ts';
import { NetworkError } from '../api/errors.ts';
import { type PreparedFile, type PrepareOptions, prepareFile } from './prepare-file.ts';
import { type SignedUploadRequest, sendUpload } from './send-upload.ts';

export interface UploadSteps<T> {
  preparing: PrepareOptions;
  /** Requests the upload form for this file; throws where it is refused. */
  requestForm: (file: PreparedFile, idempotencyKey: string) => Promise<{ form: SignedUploadRequest; ticket: string }>;
  /** Confirms that the file has been sent. */
  confirm: (ticket: string, idempotencyKey: string) => Promise<T>;
  onDone: (result: T) => void;
}

export interface FileUploadState {
  /** Share that was sent, 0 to 1; null while nothing is sent. */
  sent: number | null;
  isBusy: boolean;
  problem: string | null;
  start: (file: File) => void;
  cancel: () => void;
}

/** Uploads one file: prepares it, sends it with progress and retries, and confirms it. */
export function useUpload<T>({ preparing, requestForm, confirm, onDone }: UploadSteps<T>): FileUploadState {
  const [sent, setSent] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const upload = async (file: File) => {
    stopping.current?.abort();
    const stop = new AbortController();
    stopping.current = stop;
    setBusy(true);
    setProblem(null);
    try {
      const prepared = await prepareFile(file, preparing);
      const { form, ticket } = await withOneRetry((key) => requestForm(prepared, key));
      stop.signal.throwIfAborted();
      setSent(0);
      await sendUpload(form, prepared.blob, { signal: stop.signal, onSent: setSent });
      onDone(await withOneRetry((key) => confirm(ticket, key)));
    } catch (error) {
      if (stop.signal.aborted) return;
      if (isFileRefusal(error)) setProblem(error.message);
      else explain(error, setProblem);
    } finally {
      if (stopping.current === stop) {
        setBusy(false);
        setSent(null);
      }
    }
  };
  const cancel = () => {
    stopping.current?.abort();
    setBusy(false);
    setSent(null);
  };
  return { sent, isBusy, problem, start: (file) => void upload(file), cancel };
}

/** A refusal of the file is a plain Error with the sentence for the user. */
const isFileRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'Error';

/** Retries once after a lost connection, with the same idempotency key. */
async function withOneRetry<R>(call: (idempotencyKey: string) => Promise<R>): Promise<R> {
  const key = crypto.randomUUID();
  return call(key).catch((error: unknown) => {
    if (error instanceof NetworkError) return call(key);
    throw error;
  });
}
