import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importConditions } from '#shared/import-conditions.ts';
import type { BuiltParts } from '../formroom-app.ts';
import { buildFunctionOfOperators, buildFunctions, functionFolders } from './build-functions.ts';
import { buildSite } from './build-site.ts';
import { buildUnlessBuilt } from './build-unless-built.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const deployFolder = join(project, 'dist', 'deploy');

/** What the functions and the site are made of; the site has the guide's pages, of `docs/`. */
const sources = [
  ...['docs', 'functions', 'infra', 'shared', 'web'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'node_modules/.package-lock.json'],
].map((path) => join(project, path));

/**
 * Builds what all schools share, below `dist/deploy`, unless it lies there as these sources make it: what is deployed
 * is what is checked out.
 */
export async function buildParts({ hasSourceMaps = false } = {}): Promise<Omit<BuiltParts, 'school'>> {
  const parts = {
    functions: functionFolders(),
    site: join(deployFolder, 'site'),
    canary: join(deployFolder, 'canary', 'canary'),
    leavingWorkers: join(deployFolder, 'leaving-workers', 'leaving-workers'),
  };
  await buildUnlessBuilt({
    file: join(deployFolder, 'built-parts.json'),
    sources,
    options: { hasSourceMaps, importConditions },
    results: ['functions', 'site', 'canary', 'leaving-workers'].map((name) => join(deployFolder, name)),
    build: () =>
      Promise.all([
        buildFunctions({ hasSourceMaps }),
        buildSite(),
        buildFunctionOfOperators('canary'),
        buildFunctionOfOperators('leaving-workers'),
      ]),
  });
  return parts;
}
