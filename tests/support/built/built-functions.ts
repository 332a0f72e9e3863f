import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildFunctions } from '../../../infra/build/build-functions.ts';
import type { LoadFunction } from '../../../local/load-functions.ts';

/**
 * Global setup of the test project `bundles`: builds the functions as a deployment does, far from the checkout. Beside
 * it they would find in its `node_modules` what is missing in a Lambda.
 */
export async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'formroom-functions-'));
  const packages = foldersAbove(folder).map((above) => join(above, 'node_modules'));
  const found = packages.find(existsSync);
  if (found) throw new Error(`Bundles would find packages in ${found}: set TMPDIR to a folder without.`);
  await buildFunctions({ folder });
  config.env = { ...config.env, BUILT_FUNCTIONS: folder };
  return () => rm(folder, { recursive: true, force: true });
}

const foldersAbove = (folder: string): string[] =>
  folder === dirname(folder) ? [folder] : [folder, ...foldersAbove(dirname(folder))];

/** The functions from the folder of a build. */
export const createFunctionLoader =
  (folder: string): LoadFunction =>
  (domain, kind) =>
    import(pathToFileURL(join(folder, kind === 'api' ? domain : `${domain}-${kind}`, 'index.mjs')).href);
