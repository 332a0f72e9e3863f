import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A server on a free port of 127.0.0.1. */
export interface LocalServer {
  /** `http://127.0.0.1:<port>`. An address, not a name: S3 clients then put the bucket into the path by themselves. */
  endpoint: string;
  /** Ends open connections and frees the port. */
  stop(): Promise<void>;
}

/** A handler's answer. Header names in lower case. */
export interface HttpAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Starts an HTTP server whose handler must not throw: whatever it throws ends the connection. */
export async function startHttpServer(
  handle: (request: IncomingMessage) => Promise<HttpAnswer> | HttpAnswer,
): Promise<LocalServer> {
  const server = createServer({ noDelay: true, keepAliveTimeout: 60_000 }, (request, response) => {
    Promise.resolve(request)
      .then(handle)
      .then((answer) => send(response, answer))
      .catch((error) => {
        console.error(error);
        response.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: HttpAnswer): void {
  const bytes = Buffer.from(body);
  // A handler that answers HEAD states the length of what it leaves out.
  response.writeHead(status, { 'content-length': bytes.length, ...headers });
  response.end(bytes);
}

/** Thrown by {@link readBody}. */
export class BodyTooLarge extends Error {}

/** The whole body of a request. @throws BodyTooLarge above `maximumBytes` */
export async function readBody(request: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maximumBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
