import { createHash } from 'node:crypto';
import { documentsPath, filesPath, sessionParameter } from '#shared/http/contract.ts';
import { documentsBucket, filesBucket, loadFileStorage } from './file-storage.ts';

/** Seconds for which a link is valid (rule 20). */
const linkSeconds = 300;

export interface SignedLinkTarget {
  bucket: 'files' | 'documents';
  key: string;
  type: string;
  /** Whether the browser shows or saves it, and under which name (`attachmentHeader`, `inlineHeader`). */
  disposition: string;
  /** Cookie of the session that requested the link: only that session can use it. */
  session: string;
}

/**
 * A link to a file, on the site's own address, valid for five minutes in one session. Type, disposition and session are
 * signed: the uploader's headers do not matter, and the link is useless in another session (rule 20).
 */
export async function signLink({ bucket, key, type, disposition, session }: SignedLinkTarget): Promise<string> {
  const [{ getSignedUrl }, { s3, client }] = await Promise.all([
    import('@aws-sdk/s3-request-presigner'),
    loadFileStorage(),
  ]);
  const name = bucket === 'files' ? filesBucket() : documentsBucket();
  const get = new s3.GetObjectCommand({
    Bucket: name,
    Key: key,
    ResponseContentType: type,
    ResponseContentDisposition: disposition,
    ResponseCacheControl: 'private, no-store',
  });
  const mark = createHash('sha256').update(session).digest('hex');
  get.middlewareStack.add(
    (next) => (sent) => {
      const { query } = sent.request as { query: Record<string, string> };
      query[sessionParameter] = mark;
      return next(sent);
    },
    { step: 'build' },
  );
  const { pathname, search } = new URL(await getSignedUrl(client, get, { expiresIn: linkSeconds }));
  // On AWS the bucket's name is part of the host, on the stand-in of the path.
  const path = pathname.startsWith(`/${name}/`) ? pathname.slice(`/${name}`.length) : pathname;
  return `${bucket === 'files' ? filesPath : documentsPath}${path}${search}`;
}
