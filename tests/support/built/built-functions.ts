import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFunctions } from '../../../infra/build/build-functions.ts';
import type { LoadFunction } from '../../../local/functions.ts';

/** Global setup of the test project `bundles`: builds the functions as a deployment does. */
export async function setup(): Promise<void> {
  await buildFunctions({ folder: builtFunctions });
}

/** Where {@link setup} builds; the project's tests find it in `BUILT_FUNCTIONS`. */
export const builtFunctions = join(import.meta.dirname, '..', '..', '..', 'dist', 'test', 'functions');

/** The functions from the folder of a build. */
export const fromFolder =
  (folder: string): LoadFunction =>
  (domain, kind) =>
    import(pathToFileURL(join(folder, kind === 'api' ? domain : `${domain}-${kind}`, 'index.mjs')).href);
