import type { ServerResponse } from 'node:http';
import type { ApiGatewayHandler } from '#functions/platform/requests/pipeline.ts';
import type { LambdaStreaming, StreamingFunction } from '#functions/platform/requests/streamed-answer.ts';
import { type CallKind, callKind, mediaTypesOf } from '#shared/http/contract.ts';
import { type SecurityHeaders, securityHeadersFor } from '#shared/http/security-headers.ts';
import type { allCalls } from '#shared/product.ts';
import type { LoadFunction } from './load-functions.ts';

/** A call of the contracts, with the function that answers it. */
export interface LocalRoute {
  method: string;
  resource: string;
  headers: SecurityHeaders;
  segments: readonly string[];
  kind: CallKind;
  handler: ApiGatewayHandler | StreamingFunction;
}

/** Lambda's runtime for streamed answers; here the stream is the answer to the browser. */
const streaming: LambdaStreaming = {
  streamifyResponse: (handler) => handler,
  HttpResponseStream: {
    from: (stream, { statusCode, headers }) => {
      (stream as ServerResponse).writeHead(statusCode, headers);
      return stream;
    },
  },
};

export async function loadRoutes(calls: typeof allCalls, loadFunction: LoadFunction): Promise<LocalRoute[]> {
  Object.assign(globalThis, { awslambda: streaming });
  return Promise.all(
    calls.map(async ({ domain, call }) => {
      const kind = callKind(call);
      const { handler } = await loadFunction(domain, kind);
      const headers = securityHeadersFor(mediaTypesOf(call));
      return { method: call.method, resource: call.path, headers, segments: call.path.split('/'), kind, handler };
    }),
  );
}

/** The routes of a path, of every method. A plain path goes before one with a parameter, as in API Gateway. */
export function routesOfPath(routes: readonly LocalRoute[], path: string): LocalRoute[] {
  const parts = path.split('/');
  return routes
    .filter(({ segments }) => matches(segments, parts))
    .sort((a, b) => parameterNames(a).length - parameterNames(b).length);
}

/**
 * `{ id: 'S01' }` for `/api/student/{id}` and the path `/api/student/S01`, still encoded; `{proxy+}` is the rest of the
 * path.
 */
export function pathParameters({ segments }: LocalRoute, path: string): Record<string, string> {
  const parts = path.split('/');
  return Object.fromEntries(
    segments.flatMap((segment, index) => {
      if (isRest(segment)) return [[segment.slice(1, -2), parts.slice(index).join('/')]];
      return isParameter(segment) ? [[segment.slice(1, -1), parts[index] ?? '']] : [];
    }),
  );
}

const isRest = (segment: string): boolean => segment.endsWith('+}');

const isParameter = (segment: string): boolean => segment.startsWith('{');

const parameterNames = ({ segments }: LocalRoute): string[] => segments.filter(isParameter);

const matches = (segments: readonly string[], parts: readonly string[]): boolean =>
  (parts.length === segments.length || (parts.length > segments.length && isRest(segments.at(-1) ?? ''))) &&
  segments.every((segment, index) => (isParameter(segment) ? parts[index] !== '' : segment === parts[index]));
