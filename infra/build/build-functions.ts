import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { copyFilesBesideBundle, refuseFilesReadAtRunTime } from '../bundle/files-beside-bundle.ts';
import { OperatorError } from '../operators/operator-error.ts';
import { allEntries, type Entry, missingSources } from './entries.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

export interface BuildOptions {
  /** Default: what the contracts and the jobs ask for. */
  wanted?: readonly Entry[];
  /** Below it: a folder for each function, and `source-maps/`. Default `dist/deploy/functions`. */
  folder?: string;
}

/**
 * Builds every function, the same for all schools, and returns the folder of each, by its entry's name: the bundle, and beside it what
 * its modules open at run time. Source maps stay outside, in `source-maps/`.
 * @throws {OperatorError} when a domain of the contracts has no function yet.
 */
export async function buildFunctions(options: BuildOptions = {}): Promise<ReadonlyMap<string, string>> {
  const { wanted = allEntries(), folder = join(projectFolder, 'dist', 'deploy', 'functions') } = options;
  const missing = missingSources(wanted);
  if (missing.length > 0) {
    throw new OperatorError(`shared/contracts.ts names calls that have no function: ${missing.join(', ')} is missing.`);
  }
  await rm(folder, { recursive: true, force: true });
  await Promise.all(wanted.map((entry) => bundle(entry, folder)));
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

/** Builds the canary and returns its folder. */
export async function buildCanary(folder = join(projectFolder, 'dist', 'deploy', 'canary')): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await bundle({ name: 'canary', source: 'infra/watching/canary/lambda.ts' }, folder);
  return join(folder, 'canary');
}

/**
 * ES modules, the SDK inside: Lambda's own copy loads slower and changes without notice. What is imported later, and only
 * where it is needed, is in files of its own beside `index.mjs`; each function has its own copies (ADR 0011). Bundled
 * CommonJS packages may call `require`, which a module has to make for itself.
 */
async function bundle({ name, source }: Pick<Entry, 'name' | 'source'>, folder: string): Promise<void> {
  const target = join(folder, name);
  const programs = await buildFiles({ index: source }, { target, folder });
  // Each by itself, so that no function starts slower for sharing parts with it.
  for (const program of programs) await buildFiles(Object.fromEntries([program]), { target, folder });
}

/** Returns the programs of threads that the bundle starts, by the names of their files. */
async function buildFiles(
  entryPoints: Record<string, string>,
  { target, folder }: { target: string; folder: string },
): Promise<Map<string, string>> {
  const programs = new Map<string, string>();
  const { outputFiles, metafile } = await build({
    absWorkingDir: projectFolder,
    entryPoints,
    outdir: target,
    metafile: true,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: 'part-[hash]',
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    plugins: [copyFilesBesideBundle(projectFolder, programs)],
    sourcemap: 'external',
    legalComments: 'none',
    logLevel: 'silent',
    banner: {
      js: "import{createRequire as requireBesideBundle}from'node:module';const require=requireBesideBundle(import.meta.url);",
    },
  });
  await Promise.all(
    outputFiles.map(async ({ path, contents }) => {
      const isMap = path.endsWith('.map');
      const file = isMap ? join(folder, 'source-maps', relative(folder, path)) : path;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, contents);
    }),
  );
  await refuseFilesReadAtRunTime(projectFolder, metafile);
  return programs;
}
