import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Limits for reading one uploaded file (ADR 0015). */
export interface ReadingLimits {
  /** For the whole file; a call has ten seconds. */
  milliseconds: number;
  /** The thread's heap. Buffers are outside of it: the thread's program bounds what it unpacks. */
  megabytes: number;
}

/** The thread has used up its time or its memory, and has ended. */
export class ReadingLimitError extends Error {}

export interface ReadingThread<Message> {
  /** The thread's next message. @throws {ReadingLimitError} or the error that ended the thread */
  next(): Promise<Message>;
  send(message: unknown): void;
  close(): Promise<void>;
}

/**
 * Starts a program that reads an untrusted file in a thread of its own, so that no file stops or blocks the process:
 * `limits` bounds the thread's time and heap, and it has no environment variables. It runs until it is closed.
 * @param program in a bundle it is built beside what starts it (`infra/bundle/files-beside-bundle.ts`)
 */
export function startReadingThread<Message>(
  program: URL,
  workerData: object,
  { milliseconds, megabytes }: ReadingLimits,
): ReadingThread<Message> {
  const thread = new Worker(program, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
    env: {},
    execArgv: [],
  });
  const end = AbortSignal.timeout(milliseconds);
  const close = async () => void (await thread.terminate());
  return {
    next: async () => {
      try {
        const [told] = (await once(thread, 'message', { signal: end })) as [Message];
        return told;
      } catch (error) {
        await close();
        throw end.aborted || isOutOfMemory(error) ? new ReadingLimitError() : error;
      }
    },
    send: (message) => thread.postMessage(message),
    close,
  };
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
