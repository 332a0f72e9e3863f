import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BodyTooLarge, type HttpAnswer, type LocalServer, readBody, startHttpServer } from './http-server.ts';
import { findCallFault, refuseWebPage } from './signed-call.ts';

/** An error that a service of AWS answers with status 400 and that its client throws under the same name. */
export class ServiceError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** An operation as the service's documentation names it. It reads its input itself, and throws ServiceError. */
export type Operation = (input: unknown) => object | Promise<object>;

const maximumBodyBytes = 1024 * 1024;

/**
 * Serves a service that speaks AWS JSON: every call is a POST to `/` with the operation in X-Amz-Target.
 * @param contentType `application/x-amz-json-1.0` or `-1.1`, by service
 * @param name as signatures name the service
 * @param unsigned operations that AWS signs with no key: what is in their input says who calls
 */
export function startJsonService(service: {
  name: string;
  contentType: string;
  operations: Record<string, Operation>;
  unsigned?: readonly string[];
}): Promise<LocalServer> {
  return startHttpServer(async (message) => {
    const headers = { 'content-type': service.contentType, 'x-amzn-requestid': randomUUID() };
    try {
      const result = await call(service, message);
      return { status: 200, headers, body: JSON.stringify(result) };
    } catch (error) {
      return toAnswer(error, headers);
    }
  });
}

async function call(
  service: { name: string; operations: Record<string, Operation>; unsigned?: readonly string[] },
  message: IncomingMessage,
): Promise<object> {
  const body = await readBody(message, maximumBodyBytes);
  const header = (name: string) => message.headersDistinct[name]?.join(',');
  const name = String(message.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  const isUnsigned = service.unsigned?.includes(name) ?? false;
  const fault = isUnsigned ? refuseWebPage(header) : findCallFault({ header, body, service: service.name });
  if (fault) throw new ServiceError(fault.code, fault.message);
  const operation = Object.hasOwn(service.operations, name) ? service.operations[name] : undefined;
  if (operation === undefined) throw new ServiceError('UnknownOperationException', `Not in the stand-in: ${name}`);
  return operation(parse(body.toString('utf8')));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('SerializationException', 'Could not parse the request body');
  }
}

function toAnswer(error: unknown, headers: Record<string, string>): HttpAnswer {
  if (error instanceof ServiceError) {
    const body = JSON.stringify({ __type: error.code, message: error.message });
    return { status: 400, headers: { ...headers, 'x-amzn-errortype': error.code }, body };
  }
  if (error instanceof BodyTooLarge) return { status: 413, headers, body: '{}' };
  console.error(error);
  return {
    status: 500,
    headers,
    body: JSON.stringify({ __type: 'InternalErrorException', message: 'Internal error' }),
  };
}
