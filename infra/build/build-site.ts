import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { OperatorError } from '../operators/operator-error.ts';

const configFile = fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url));
const builtSite = fileURLToPath(new URL('../../dist/deploy/site/', import.meta.url));

/** Builds the web site that is deployed, into a folder of its own, apart from `npm start`'s. */
export async function buildSite(): Promise<void> {
  if (!existsSync(configFile))
    throw new OperatorError('web/vite.config.ts is missing: there is no web site to deploy.');
  await build({
    configFile,
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: builtSite, emptyOutDir: true },
  });
}
