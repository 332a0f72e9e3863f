import { createHash } from 'node:crypto';
import { documentsPath, filesPath, sessionMark } from '#shared/http/contract.ts';
import { documentsBucket, fileStorage, filesBucket } from './file-storage.ts';

/** Seconds that a link holds (rule 20). */
const linkSeconds = 300;

export interface Linked {
  bucket: 'files' | 'documents';
  key: string;
  type: string;
  /** Whether it is shown or saved, and under which name (`attachment`, `shownAs`). */
  disposition: string;
  /** Cookie of the session that the link is answered to: it opens the file there alone. */
  session: string;
}

/**
 * A link to a file, on the site's own address, for five minutes and for one session. Type, disposition and session are signed: nothing
 * of what was sent with the file counts, and who finds the link opens nothing with it (rule 20).
 */
export async function signedLink({ bucket, key, type, disposition, session }: Linked): Promise<string> {
  const [{ getSignedUrl }, { s3, client }] = await Promise.all([
    import('@aws-sdk/s3-request-presigner'),
    fileStorage(),
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
      query[sessionMark] = mark;
      return next(sent);
    },
    { step: 'build' },
  );
  const { pathname, search } = new URL(await getSignedUrl(client, get, { expiresIn: linkSeconds }));
  // On AWS the bucket's name is part of the host. The stand-in has one host, so there it is part of the path.
  const path = pathname.startsWith(`/${name}/`) ? pathname.slice(`/${name}`.length) : pathname;
  return `${bucket === 'files' ? filesPath : documentsPath}${path}${search}`;
}
