import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { Area } from '#shared/accounts/auth/session-limits.ts';

/**
 * Writes the sign-in forms into the built page, each in a template that `public/entrance.js` puts in its place: they
 * are seen before any module is there. The sheets of the entrance are asked for with the document.
 */
export function entrancePagePlugin(): Plugin {
  return {
    name: 'formroom:entrance-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        const templates = Object.entries(await renderEntrances()).map(([area, children]) => ({
          tag: 'template',
          attrs: { id: `entrance-${area}` },
          children,
          injectTo: 'body-prepend' as const,
        }));
        const sheets = sheetsOf(Object.values(bundle)).filter((sheet) => !html.includes(sheet));
        const links = sheets.map((sheet) => ({
          tag: 'link',
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${sheet}` },
          injectTo: 'head' as const,
        }));
        return [...links, ...templates];
      },
    },
  };
}

/**
 * HTML of each entrance, by area: React and the form in one file that runs here, with the names that their sheets'
 * classes have in the site.
 */
async function renderEntrances(): Promise<Record<Area, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'formroom-entrance-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: fileURLToPath(new URL('app/entrance-html.tsx', import.meta.url)),
        outDir: folder,
        rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
      },
      ssr: { noExternal: true },
    });
    const { entranceHtml } = await import(pathToFileURL(join(folder, 'entrance-html.mjs')).href);
    return entranceHtml;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The sheets of the entrance's files, in the order in which the bundler loads them. */
function sheetsOf(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): string[] {
  const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const sheets = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk | undefined, seen: Set<string>): void => {
    if (!chunk || seen.has(chunk.fileName)) return;
    seen.add(chunk.fileName);
    for (const imported of chunk.imports) visit(chunks.get(imported), seen);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) sheets.add(sheet);
  };
  const entrance = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/app/entrance.tsx'));
  if (!entrance) throw new Error('The built site has no file of app/entrance.tsx.');
  visit(entrance, new Set());
  return [...sheets];
}
