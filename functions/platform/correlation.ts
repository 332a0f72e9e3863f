import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The work that a process does: one request, or one step of a job. Its fields are in every log line of it. */
interface Work {
  /** The id of the request, or of the one that began the job: a UUID. */
  correlation_id: string | undefined;
  /** `POST /api/table2` */
  call?: string;
  job?: string;
  run?: string;
}

const workStorage = new AsyncLocalStorage<Work>();

/** Runs `act` with `currentWork` set to this work until it ends; requests that run side by side each have their own. */
export const runInContextOf = <T>(work: Work, act: () => T): T => workStorage.run(work, act);

export const currentWork = (): Work | undefined => workStorage.getStore();

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The id of a request. A browser may choose it by the header `x-amzn-requestid`, so it is taken only as a UUID in small
 * letters; any other is replaced by a random one.
 */
export const toCorrelationId = (requestId: string): string => (uuid.test(requestId) ? requestId : randomUUID());
