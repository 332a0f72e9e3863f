import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { filesPath } from '#shared/http/contract.ts';

/** Whether CloudFront passes a path on to the files bucket. */
export const isOfFiles = (path: string): boolean => path === filesPath || path.startsWith(`${filesPath}/`);

/** Passed on to S3, and back to the browser; cookies are neither. */
const sentOn = ['content-type', 'content-length', 'range'];
const answered = ['content-type', 'content-length', 'content-disposition', 'content-range', 'cache-control', 'etag'];

/** The files bucket behind the site's own address, as the distribution has it: what S3 signed is let through, by S3 itself. */
export async function passOnToFiles(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host, hostname, port } = new URL(process.env.AWS_ENDPOINT_URL_S3 ?? '');
  const path = `/${process.env.FILES_BUCKET}${request.url?.slice(filesPath.length)}`;
  const headers = { ...only(request.headers, sentOn), host };
  const passedOn = send({ hostname, port, method: request.method, path, headers });
  const answer = new Promise<IncomingMessage>((resolve, reject) =>
    passedOn.on('response', resolve).on('error', reject),
  );
  // A browser that goes away in the middle takes the request to S3 along.
  const sent = pipeline(request, passedOn).catch(() => passedOn.destroy());
  const from = await answer.catch(() => undefined);
  if (!from) {
    response.destroy();
    return;
  }
  response.writeHead(from.statusCode ?? 502, only(from.headers, answered));
  await Promise.all([sent, pipeline(from, response).catch(() => undefined)]);
}

const only = (headers: IncomingMessage['headers'], names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
