import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashedAssetsPath, isUnknownPage } from '#shared/http/site-routes.ts';
import { isPageOpen, isSiteRoute, lightPageOf, publicSchoolOf } from '#shared/product.ts';
import { fillSchoolTexts } from '#shared/school/fill-school-texts.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { securityTxt, securityTxtPath } from '#shared/school/security-txt.ts';
import { compress, pickEncoding } from './compression.ts';
import type { SiteHandler } from './gateway.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist', 'web');

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Kinds that CloudFront compresses, and from how many bytes. Fonts and pictures are compressed already. */
const compressible = new Set(['.html', '.js', '.css', '.json', '.svg']);
const leastCompressed = 1000;

/** Builds the web site where its sources are newer than what was built. */
export async function buildSiteIfStale(): Promise<void> {
  if (await isStale()) await build();
}

/** The built web site as CloudFront serves it; built first when its sources are newer. */
export async function serveBuiltSite(school: SchoolFile): Promise<SiteHandler> {
  await buildSiteIfStale();
  return async (request, response) => {
    const pathname = pathOf(request);
    if (pathname === '/school.json') return sendSchool(response, school);
    if (pathname === securityTxtPath) return sendSecurityTxt(response, school);
    const page = lightPageOf(pathname)?.page;
    const light = page && isPageOpen(page, school) ? page : undefined;
    const isPage =
      light !== undefined || isSiteRoute(pathname) || isUnknownPage(pathname, request.headers.accept ?? '');
    const file = isPage ? join(built, light ?? 'index.html') : join(built, normalize(pathname));
    if (!file.startsWith(built + sep) || !isFile(await stat(file).catch(() => undefined))) return false;
    const isHashed = pathname.startsWith(hashedAssetsPath);
    response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    const content = await readFile(file);
    await sendFile(request, response, {
      type: extname(file),
      content: isPage ? Buffer.from(fillSchoolTexts(content.toString(), school)) : content,
    });
    return true;
  };
}

/** Bodies by the tag of their content and by encoding, so that each is compressed once. */
const compressed = new Map<string, Promise<Buffer>>();

/** In the smallest encoding that the browser takes; nothing when it has the file already. */
async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { type, content }: { type: string; content: Buffer },
): Promise<void> {
  const tag = createHash('sha256').update(content).digest('base64url');
  const isCompressed = compressible.has(type) && content.length >= leastCompressed;
  const encoding = isCompressed ? pickEncoding(request, ['br', 'gzip']) : undefined;
  // Weak, as CloudFront's: the same file in another encoding is not the same bytes.
  const etag = encoding ? `W/"${tag}"` : `"${tag}"`;
  response.setHeader('ETag', etag);
  if (isCompressed) response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match']?.includes(`"${tag}"`)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', mediaTypes[type] ?? 'application/octet-stream');
  if (!encoding) {
    response.end(content);
    return;
  }
  const key = `${tag} ${encoding}`;
  const body = compressed.get(key) ?? compress(content, encoding);
  compressed.set(key, body);
  response.setHeader('Content-Encoding', encoding);
  response.end(await body);
}

/** Vite's own server inside the gateway: modules as they are, replaced in the page when they change. */
export async function serveLiveSite(school: SchoolFile): Promise<SiteHandler> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(root, 'web', 'vite.config.ts'),
    configLoader: 'native',
    // The socket by which pages learn of changes is for this machine alone.
    server: { middlewareMode: true, ws: { host: '127.0.0.1' } },
    appType: 'spa',
  });
  return (request: IncomingMessage, response: ServerResponse) => {
    if (pathOf(request) === '/school.json') return Promise.resolve(sendSchool(response, school));
    // A page that knows this address could open files in the developer's editor.
    if (pathOf(request).startsWith('/__open-in-editor')) return Promise.resolve(false);
    // The live server writes inline scripts and styles, which the deployed policy refuses.
    response.removeHeader('Content-Security-Policy');
    return new Promise((resolve) => {
      response.once('finish', () => resolve(true));
      vite.middlewares(request, response, () => resolve(false));
    });
  };
}

/** The path that is asked for, decoded where it can be. */
function pathOf(request: IncomingMessage): string {
  const path = URL.parse(`http://localhost${request.url}`)?.pathname ?? '/';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function sendSchool(response: ServerResponse, school: SchoolFile): true {
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-cache');
  response.end(JSON.stringify(publicSchoolOf(school)));
  return true;
}

function sendSecurityTxt(response: ServerResponse, school: SchoolFile): true {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-cache');
  response.end(securityTxt(school, new Date()));
  return true;
}

/** Beside the place and then into it, so that another process never serves half a site. */
async function build(): Promise<void> {
  const startedAt = new Date();
  const fresh = `${built}-${process.pid}`;
  // In a process of its own: beside the demo data, and its hundreds of megabytes go when it ends.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = [
    '--config',
    join('web', 'vite.config.ts'),
    '--configLoader',
    'native',
    '--outDir',
    fresh,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const builder = spawn(process.execPath, [vite, 'build', ...options], { cwd: root, stdio: ['ignore', 2, 2] });
  const [code] = await once(builder, 'exit');
  if (code !== 0) throw new Error('The web site could not be built.');
  // What changed while it was building makes it stale.
  await utimes(join(fresh, 'index.html'), startedAt, startedAt);
  // Another process was faster: what it serves stays where it is.
  if (!(await isStale())) return rm(fresh, { recursive: true });
  // Another process may be putting its own site there.
  await rm(built, { recursive: true, force: true, maxRetries: 5 });
  await rename(fresh, built).catch(async (error: NodeJS.ErrnoException) => {
    await rm(fresh, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

const isFile = (entry: { isFile(): boolean } | undefined): boolean => entry?.isFile() ?? false;

async function isStale(): Promise<boolean> {
  const index = join(built, 'index.html');
  if (!existsSync(index)) return true;
  const builtAt = (await stat(index)).mtimeMs;
  const sources = await Promise.all(
    ['web', 'shared'].map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  );
  const files = sources.flat().filter((entry) => entry.isFile());
  const times = await Promise.all(files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs));
  return times.some((changedAt) => changedAt > builtAt);
}
