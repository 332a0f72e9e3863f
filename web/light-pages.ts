import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type Alias, build, type Plugin } from 'vite';
import { lightPageOf, lightPages } from '#shared/product.ts';
import { guidePagesPlugin } from './guide-pages.ts';
import { leanContractsPlugin } from './lean-contracts.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Files that the page asks for by their name: copied as they are, as those of the site's own `public/` are. */
const publicFolder = ({ folder }: { folder: string }): string => join(root, folder, 'public');

/**
 * Builds the pages for phones on a slow line beside the staff's site, each by itself: it shares no file with the
 * others, so nothing of theirs comes with it. Each is at the top of the site, wherever its source is. In development
 * their addresses answer with their own page.
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
        const path = (request.url ?? '/').replace(/\?.*$/, '');
        const light = lightPageOf(path);
        if (light)
          return void readFile(join(root, light.folder, light.page), 'utf8')
            .then((html) => server.transformIndexHtml(request.url ?? '/', html))
            .then((html) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html))
            .catch(next);
        if (extname(path) !== '.js') return next();
        Promise.any(lightPages.map((of) => readFile(join(publicFolder(of), path), 'utf8')))
          .then((script) => response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(script))
          .catch(() => next());
      });
    },
    writeBundle: async () => {
      for (const of of lightPages)
        await build({
          root,
          configFile: false,
          logLevel: 'error',
          publicDir: publicFolder(of),
          plugins: [leanContractsPlugin(), guidePagesPlugin(), react(), topOfSitePlugin(of)],
          resolve: { alias: [...alias] },
          build: {
            outDir,
            emptyOutDir: false,
            assetsInlineLimit: 0,
            target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
            modulePreload: { polyfill: false },
            manifest: `.vite/${of.page.replace('.html', '.json')}`,
            rolldownOptions: { input: join(root, of.folder, of.page) },
          },
        });
    },
  };
}

/** Vite writes a page where its source is. */
function topOfSitePlugin({ folder, page }: { folder: string; page: string }): Plugin {
  return {
    name: 'formroom:top-of-site',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const written = bundle[`${folder}/${page}`];
        if (written?.type !== 'asset') throw new Error(`There is no ${folder}/${page} among what was built.`);
        this.emitFile({ type: 'asset', fileName: page, source: written.source });
        delete bundle[`${folder}/${page}`];
      },
    },
  };
}
