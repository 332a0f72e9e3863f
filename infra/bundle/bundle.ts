import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile } from 'esbuild';
import { importConditions } from '#shared/import-conditions.ts';
import { importFromIndex, indexOf, type LinkedFiles, leaveLaterImports, splitAtStart } from './at-start.ts';
import {
  besideBundle,
  copyFilesBesideBundle,
  findFilesBesideBundle,
  refuseFilesReadAtRunTime,
} from './files-beside-bundle.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Read when esbuild's process starts: collecting its garbage less often saves a fifth of its time and stays below a
 * gigabyte.
 */
process.env.GOGC ??= '400';

/**
 * ES modules, the SDK inside: Lambda's own copy loads slower and changes without notice. What is imported later, and
 * only where it is needed, is in files of its own beside the entry point.
 */
const options = {
  absWorkingDir: projectFolder,
  metafile: true,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  chunkNames: 'part-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  conditions: ['module', ...importConditions],
  mainFields: ['module', 'main'],
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** Links entry points, given by the names of their files, and what they import into files that they share. */
export async function bundleWithSharedChunks(
  sources: Record<string, string>,
  folder: string,
  hasSourceMaps: boolean,
): Promise<LinkedFiles> {
  const { metafile } = await build({
    ...options,
    entryPoints: sources,
    outdir: folder,
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [findFilesBesideBundle(projectFolder)],
    external: [`${besideBundle}*`],
    ...(hasSourceMaps && { sourcemap: 'linked' }),
  });
  await refuseFilesReadAtRunTime(projectFolder, metafile);
  return new Map(Object.entries(metafile.outputs).map(([file, linked]) => [resolve(projectFolder, file), linked]));
}

export interface BundleOptions {
  /** Folder of the function. */
  target: string;
  /** Folder of all functions. */
  folder: string;
  hasSourceMaps: boolean;
  /** The names of the function's parts by those that esbuild gave them; filled here. */
  parts: Map<string, string>;
  /** Of an entry point that is linked. */
  linked?: LinkedFiles;
}

/**
 * Bundles an entry point into a folder of its own (ADR 0011): what it shares with other functions, each has a copy of.
 * @returns the programs of threads that the bundle starts, by the names of their files.
 */
export async function bundle(
  [name, entryPoint]: readonly [name: string, file: string],
  { target, folder, hasSourceMaps, parts, linked }: BundleOptions,
): Promise<Map<string, string>> {
  const programs = new Map<string, string>();
  const ofFunction = {
    ...options,
    outdir: target,
    write: false,
    minify: true,
    ...(hasSourceMaps && { sourcemap: 'external' }),
    // CommonJS packages may call `require`, which a module has to make for itself.
    banner: {
      js: "import{createRequire as requireBesideBundle}from'node:module';const require=requireBesideBundle(import.meta.url);",
    },
  } as const satisfies BuildOptions;
  const plugins = [findFilesBesideBundle(projectFolder), copyFilesBesideBundle(projectFolder, programs)];
  const outputFiles: OutputFile[] = [];
  const take = async (made: BuildOptions) => {
    const { outputFiles: files = [], metafile } = await build({ ...ofFunction, ...made });
    outputFiles.push(...files);
    if (metafile) await refuseFilesReadAtRunTime(projectFolder, metafile);
  };
  if (linked) {
    // esbuild makes a file for each set of parts that share some of it: two dozen that are imported at the start, a
    // fifth slower than one.
    const split = splitAtStart(entryPoint, linked, projectFolder);
    await take({
      entryPoints: Object.fromEntries(split.later.map((file) => [basename(file, '.mjs'), file])),
      plugins: [importFromIndex(split), ...plugins],
    });
    const later = outputFiles.flatMap(({ path, text }) => (path.endsWith('.mjs') ? [text] : []));
    await take({
      stdin: { contents: indexOf(entryPoint, split, later), resolveDir: dirname(entryPoint) },
      entryNames: name,
      plugins: [leaveLaterImports, ...plugins],
    });
  } else await take({ entryPoints: { [name]: entryPoint }, plugins });
  // esbuild names parts by a hash that source maps and the names of linked files are in. A number of the same length
  // moves no column.
  for (const { path } of outputFiles) {
    const part = basename(path);
    if (/^part-\w+\.mjs$/.test(part)) parts.set(part, `part-${String(parts.size).padStart(8, '0')}.mjs`);
  }
  const renamed = (text: string) => text.replaceAll(/\bpart-[A-Z0-9]{8}\.mjs\b/g, (part) => parts.get(part) ?? part);
  await Promise.all(
    outputFiles.map(async ({ path, text, contents }) => {
      const isMap = path.endsWith('.map');
      const place = isMap ? join(folder, 'source-maps', relative(folder, path)) : path;
      const file = join(dirname(place), renamed(basename(place)));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, path.endsWith('.mjs') ? renamed(text) : contents);
    }),
  );
  return programs;
}
