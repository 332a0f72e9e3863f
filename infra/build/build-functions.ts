import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { bundle, bundleWithSharedChunks } from '../bundle/bundle.ts';
import { OperatorError } from '../operators/operator-error.ts';
import { allEntries, type BuildEntry, missingSources } from './entries.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const functionsFolder = join(projectFolder, 'dist', 'deploy', 'functions');

/** Where {@link buildFunctions} puts every function, by its entry's name. */
export const functionFolders = (): ReadonlyMap<string, string> =>
  new Map(allEntries().map(({ name }) => [name, join(functionsFolder, name)]));

export interface BuildOptions {
  /** Default: what the contracts and the jobs ask for. */
  wanted?: readonly Pick<BuildEntry, 'name' | 'source'>[];
  /** Below it: a folder for each function. Default `dist/deploy/functions`. */
  folder?: string;
  /** Writes `source-maps/` too; the bundles stay the same. */
  hasSourceMaps?: boolean;
}

/**
 * Builds every function, the same for all schools, and returns the folder of each, by its entry's name: the bundle, and
 * beside it what its modules open at run time. Source maps stay outside, in `source-maps/`.
 *
 * The functions share most of their sources. So all are linked together first, which reads and minifies each source
 * once; the bundle of a function is then made of the linked files that it imports.
 * @throws {OperatorError} when a domain of the contracts has no function yet.
 */
export async function buildFunctions({
  wanted = allEntries(),
  folder = functionsFolder,
  hasSourceMaps = false,
}: BuildOptions = {}): Promise<ReadonlyMap<string, string>> {
  const missing = missingSources(wanted);
  if (missing.length > 0) {
    throw new OperatorError(`shared/product.ts names calls that have no function: ${missing.join(', ')} is missing.`);
  }
  await rm(folder, { recursive: true, force: true });
  const linked = join(folder, 'linked');
  const sources = Object.fromEntries(wanted.map(({ name, source }) => [name, source]));
  const linkedFiles = await bundleWithSharedChunks(sources, linked, hasSourceMaps);
  // One iterator, so that each is taken once; all at the same time would take gigabytes.
  const waiting = wanted.values();
  const bundleNext = async () => {
    for (const { name } of waiting) {
      const options = { target: join(folder, name), folder, hasSourceMaps, parts: new Map<string, string>() };
      const programs = await bundle(['index', join(linked, `${name}.mjs`)], { ...options, linked: linkedFiles });
      // Each by itself, so that no function starts slower for sharing parts with it.
      for (const program of programs) await bundle(program, options);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, bundleNext));
  await rm(linked, { recursive: true });
  return new Map(wanted.map(({ name }) => [name, join(folder, name)]));
}

/** Writes a school's file and returns its folder, where nothing else is. */
export async function buildSchoolFile(
  school: SchoolFile,
  folder = join(projectFolder, 'dist', 'deploy', 'schools', school.id),
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'school.json'), JSON.stringify(school));
  return folder;
}

/** Functions that answer no call and do no job, by their names. */
const functionsOfOperators = {
  canary: 'infra/watching/canary/lambda.ts',
  'leaving-workers': 'infra/workflows/leaving-workers/lambda.ts',
} as const;

/** Builds one of them and returns its folder. */
export async function buildFunctionOfOperators(name: keyof typeof functionsOfOperators): Promise<string> {
  const folder = join(projectFolder, 'dist', 'deploy', name);
  await buildFunctions({ wanted: [{ name, source: functionsOfOperators[name] }], folder });
  return join(folder, name);
}
