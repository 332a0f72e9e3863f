import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { importConditions } from '#shared/import-conditions.ts';
import { entrancePagePlugin } from './entrance-page.ts';
import { guidePagesPlugin } from './guide-pages.ts';
import { leanContractsPlugin } from './lean-contracts.ts';
import { lightPagesPlugin } from './light-pages.ts';
import { compileHintPlugin, pagePreloadPlugin, sharedFileGroups } from './shared-files.ts';
import { supportedBrowsers } from './supported-browsers.ts';
import { amplifyTokensPlugin } from './ui/theme/amplify-tokens.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The router without its checks for developers, which its package exports in every mode. */
const routerInProduction = [
  { find: /^react-router$/, replacement: `${root}../node_modules/react-router/dist/production/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${root}../node_modules/react-router/dist/production/dom-export.mjs` },
];

/**
 * The web site: `web/` in, `dist/web/` out. Calls and documents are the gateway's, which serves this site or embeds
 * this server.
 */
export default defineConfig(({ command }) => {
  // Tests and shells say otherwise, and React would come with its checks: three times as large and as slow.
  if (command === 'build') process.env.NODE_ENV = 'production';
  const router = command === 'build' ? routerInProduction : [];
  return {
    root,
    plugins: [
      leanContractsPlugin(),
      guidePagesPlugin(),
      pagePreloadPlugin(),
      compileHintPlugin(),
      entrancePagePlugin(),
      amplifyTokensPlugin(),
      lightPagesPlugin(router),
      react(),
    ],
    resolve: {
      conditions: [...importConditions, ...defaultClientConditions],
      alias: [{ find: /^.*\/shared\/styleUtils\.mjs$/, replacement: `${root}ui/theme/no-style-props.ts` }, ...router],
    },
    build: {
      outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
      emptyOutDir: true,
      target: Object.entries(supportedBrowsers).map(([browser, version]) => browser + version),
      // The CSP refuses data: URLs for fonts, and a file is cached for good.
      assetsInlineLimit: 0,
      // A polyfill would be one more script for browsers that are too old for the sheet anyway.
      modulePreload: { polyfill: false },
      manifest: true,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: sharedFileGroups() },
        },
      },
    },
  };
});
