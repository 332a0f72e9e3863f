import { useEffect, useRef, useState } from 'react';
import { messageOf, NetworkError } from '../api/errors.ts';
import { type PreparedFile, type PrepareOptions, prepareFile } from './prepare-file.ts';
import { sendForm, type UploadForm } from './send-form.ts';

export interface UploadSteps<T> {
  preparing: PrepareOptions;
  /** Asks for the form of this file; throws what it refuses. */
  requestForm: (file: PreparedFile, idempotencyKey: string) => Promise<{ form: UploadForm; ticket: string }>;
  /** Says that the file has been sent. */
  confirm: (ticket: string, idempotencyKey: string) => Promise<T>;
  onDone: (result: T) => void;
}

export interface Upload {
  /** Share that is on its way, 0 to 1; null while nothing is sent. */
  sent: number | null;
  isBusy: boolean;
  problem: string | null;
  start: (file: File) => void;
  cancel: () => void;
}

/** One file on its way: prepared, sent with progress, confirmed; again by itself where the connection breaks. */
export function useUpload<T>({ preparing, requestForm, confirm, onDone }: UploadSteps<T>): Upload {
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
      await sendForm(form, prepared.blob, { signal: stop.signal, onSent: setSent });
      onDone(await withOneRetry((key) => confirm(ticket, key)));
    } catch (error) {
      if (!stop.signal.aborted) setProblem(isFileRefusal(error) ? error.message : messageOf(error));
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

/** What is said of a file is a plain error with the sentence. */
const isFileRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'Error';

/** Under one key, so that a call whose answer was lost is not done twice. */
async function withOneRetry<R>(call: (idempotencyKey: string) => Promise<R>): Promise<R> {
  const key = crypto.randomUUID();
  return call(key).catch((error: unknown) => {
    if (error instanceof NetworkError) return call(key);
    throw error;
  });
}
