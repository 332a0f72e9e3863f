import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import {
  besideBundle,
  copyFilesBesideBundle,
  findFilesBesideBundle,
  refuseFilesReadAtRunTime,
} from './files-beside-bundle.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Read when esbuild's process starts: collecting its garbage less often saves a fifth of its time and stays below a gigabyte. */
process.env.GOGC ??= '400';

/**
 * ES modules, the SDK inside: Lambda's own copy loads slower and changes without notice. What is imported later, and only
 * where it is needed, is in files of its own beside the entry point.
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
): Promise<void> {
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
}

export interface BundleOptions {
  /** Folder of the function. */
  target: string;
  /** Folder of all functions. */
  folder: string;
  hasSourceMaps: boolean;
  /** The names of the function's parts by those that esbuild gave them; filled here. */
  parts: Map<string, string>;
}

/**
 * Bundles an entry point into a folder of its own (ADR 0011): what it shares with other functions, each has a copy of.
 * @returns the programs of threads that the bundle starts, by the names of their files.
 */
export async function bundle(
  entryPoint: Record<string, string>,
  { target, folder, hasSourceMaps, parts }: BundleOptions,
): Promise<Map<string, string>> {
  const programs = new Map<string, string>();
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: entryPoint,
    outdir: target,
    write: false,
    minify: true,
    plugins: [findFilesBesideBundle(projectFolder), copyFilesBesideBundle(projectFolder, programs)],
    ...(hasSourceMaps && { sourcemap: 'external' }),
    // CommonJS packages may call `require`, which a module has to make for itself.
    banner: {
      js: "import{createRequire as requireBesideBundle}from'node:module';const require=requireBesideBundle(import.meta.url);",
    },
  });
  // esbuild names parts by a hash that source maps and the names of linked files are in. A number of the same length moves no column.
  for (const { path } of outputFiles) {
    const name = basename(path);
    if (/^part-\w+\.mjs$/.test(name)) parts.set(name, `part-${String(parts.size).padStart(8, '0')}.mjs`);
  }
  const renamed = (text: string) => text.replaceAll(/\bpart-[A-Z0-9]{8}\.mjs\b/g, (name) => parts.get(name) ?? name);
  await Promise.all(
    outputFiles.map(async ({ path, text, contents }) => {
      const isMap = path.endsWith('.map');
      const place = isMap ? join(folder, 'source-maps', relative(folder, path)) : path;
      const file = join(dirname(place), renamed(basename(place)));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, path.endsWith('.mjs') ? renamed(text) : contents);
    }),
  );
  await refuseFilesReadAtRunTime(projectFolder, metafile);
  return programs;
}
