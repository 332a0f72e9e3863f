import { NetworkError } from '../api/errors.ts';
import { sendWithProgress } from '../api/send-with-progress.ts';

/** The URL of a file upload, and its signed fields. */
export interface SignedUploadRequest {
  url: string;
  fields: Readonly<Record<string, string>>;
}

interface Sending {
  signal: AbortSignal;
  onSent: (share: number) => void;
}

/** Milliseconds before each retry: long enough for a phone to change its network. */
const pauses = [500, 1000, 2000, 4000, 8000];

/**
 * Sends a file, and retries where the connection was lost.
 * @throws NetworkError when retries are exhausted; Error where the store refuses the file
 */
export async function sendUpload(
  { url, fields }: SignedUploadRequest,
  blob: Blob,
  { signal, onSent }: Sending,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const pause = pauses[attempt];
    try {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', blob);
      const { ok, status } = await sendWithProgress(
        url,
        { method: 'POST', headers: new Headers(), body, signal },
        onSent,
      );
      if (ok) return;
      if (status < 500) throw new Error(`The file could not be sent (${status}).`);
      if (pause === undefined) throw new NetworkError(`status ${status}`);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TypeError)) throw error;
      if (pause === undefined) throw new NetworkError(error);
    }
    onSent(0);
    await untilOnline(pause ?? 0, signal);
  }
}

/** Resolves after the pause, once there is a connection. */
function untilOnline(pause: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      end();
      reject(signal.reason);
    };
    const timer = setTimeout(() => navigator.onLine && end(), pause);
    window.addEventListener('online', end);
    signal.addEventListener('abort', stop);
  });
}
