import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type Alias, build, type Plugin } from 'vite';
import { lightPageOf, lightPages } from '#shared/product.ts';
import { leanContractsPlugin } from './lean-contracts.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Builds the pages for phones on a slow line beside the staff's site, each by itself: it shares no file with the
 * others, so nothing of theirs comes with it. In development their addresses answer with their own page.
 */
export function lightPagesPlugin(alias: readonly Alias[]): Plugin {
  let outDir = '';
  return {
    name: 'formroom:light-pages',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const page = lightPageOf((request.url ?? '/').replace(/\?.*$/, ''));
        if (!page) return next();
        readFile(join(root, page), 'utf8')
          .then((html) => server.transformIndexHtml(request.url ?? '/', html))
          .then((html) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html))
          .catch(next);
      });
    },
    writeBundle: async () => {
      for (const { page } of lightPages)
        await build({
          root,
          configFile: false,
          logLevel: 'error',
          publicDir: false,
          plugins: [leanContractsPlugin(), react()],
          resolve: { alias: [...alias] },
          build: {
            outDir,
            emptyOutDir: false,
            assetsInlineLimit: 0,
            target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
            modulePreload: { polyfill: false },
            manifest: `.vite/${page.replace('.html', '.json')}`,
            rolldownOptions: { input: join(root, page) },
          },
        });
    },
  };
}
