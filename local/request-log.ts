import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestRecord } from '../infra/watching/request-log.ts';

export type RequestLog = (record: RequestRecord) => void;

interface Noted {
  requestId: string;
  method: string;
  path: string;
  requestLog: RequestLog | undefined;
}

/** Tells the log of a request once it is answered, in the words of API Gateway's own log. */
export function logRequestWhenAnswered(response: ServerResponse, { requestId, method, path, requestLog }: Noted) {
  const arrived = Date.now();
  let inFunction: number | undefined;
  let failure: string | undefined;
  response.once('close', () =>
    requestLog?.({
      request_id: requestId,
      at: new Date(arrived).toISOString(),
      method,
      path,
      status: String(response.statusCode),
      error: failure ?? '-',
      milliseconds: String(Date.now() - arrived),
      function_milliseconds: inFunction === undefined ? '-' : String(inFunction),
      bytes: String(response.getHeader('Content-Length') ?? '-'),
    }),
  );
  return {
    /** The function has answered, or API Gateway waits no longer for it. */
    functionAnswered(failed?: string) {
      inFunction = Date.now() - arrived;
      failure = failed;
    },
  };
}

/** A caller may choose the id of a request, as API Gateway lets it: a UUID, and nothing else. */
export function requestIdOf({ headers: { 'x-amzn-requestid': sent } }: IncomingMessage): string {
  const isUuid = typeof sent === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sent);
  return isUuid ? sent : randomUUID();
}
