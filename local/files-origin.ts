import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { cookieNames, parseCookies } from '#functions/platform/requests/cookies.ts';
import { documentsPath, filesPath, sessionParameter } from '#shared/http/contract.ts';

/** The bucket to which CloudFront passes a path on, with the step that it takes off. */
export function findBucketOfPath(path: string): { step: string; bucket: string | undefined } | undefined {
  if (path === filesPath || path.startsWith(`${filesPath}/`))
    return { step: filesPath, bucket: process.env.FILES_BUCKET };
  if (path.startsWith(`${documentsPath}/`)) return { step: documentsPath, bucket: process.env.DOCUMENTS_BUCKET };
  return undefined;
}

/** As CloudFront's function: a link opens in the session that it was made for. */
export function isLinkOfSession(request: IncomingMessage): boolean {
  if (request.method === 'POST') return true;
  const session = parseCookies(request.headers.cookie).get(cookieNames.session) ?? '';
  const mark = URL.parse(`http://localhost${request.url}`)?.searchParams.get(sessionParameter);
  return session !== '' && mark === createHash('sha256').update(session).digest('hex');
}

/** Passed on to S3, and back to the browser; cookies are neither. */
const sentOn = ['content-type', 'content-length', 'range'];
const answered = ['content-type', 'content-length', 'content-disposition', 'content-range', 'cache-control', 'etag'];

/** A bucket behind the site's own address, as the distribution has it: what S3 signed is let through, by S3 itself. */
export async function proxyToBucket(
  request: IncomingMessage,
  response: ServerResponse,
  { step, bucket }: { step: string; bucket: string | undefined },
): Promise<void> {
  const { host, hostname, port } = new URL(process.env.AWS_ENDPOINT_URL_S3 ?? '');
  const path = `/${bucket}${request.url?.slice(step.length)}`;
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
