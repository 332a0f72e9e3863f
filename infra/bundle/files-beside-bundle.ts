import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** Begins the import of a file that a source opens while it runs, followed by its path from the project's folder. */
export const besideBundle = 'beside-bundle:';

/**
 * Finds what a source opens while it runs, which it names by `new URL('./…', import.meta.url)`, and imports it by
 * `beside-bundle:…`. So no list of such files can be forgotten. A source that looks for files in any other way fails
 * the build.
 */
export const findFilesBesideBundle = (folder: string): Plugin => ({
  name: 'find-files-beside-bundle',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(folder) || path.includes('/node_modules/')) return undefined;
      const text = await readFile(path, 'utf8');
      if (!opensFiles.test(text)) return undefined;
      const imports: string[] = [];
      const contents = text.replaceAll(/new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g, (_, file: string) => {
        const name = `fileBeside${imports.length}`;
        imports.push(`import ${name} from '${besideBundle}${relative(folder, join(dirname(path), file))}';`);
        return `new URL(${name}, urlOfBundle)`;
      });
      if (opensFiles.test(contents)) throw new Error(`${path} opens a file that the build does not see`);
      return { contents: `${imports.join('')}const urlOfBundle = import.meta.url;${contents}`, loader: 'ts' };
    });
  },
});

/**
 * Takes along what `findFilesBesideBundle` found: a data file, such as a font, is copied beside the bundle; the program
 * of a thread is to be built there.
 * @param programs is given the programs of threads: the name of each file, without its ending, and its source.
 */
export const copyFilesBesideBundle = (folder: string, programs: Map<string, string>): Plugin => ({
  name: 'copy-files-beside-bundle',
  setup(build) {
    Object.assign(build.initialOptions, { loader: { '.ttf': 'file' }, assetNames: '[name]' });
    build.onResolve({ filter: new RegExp(`^${besideBundle}`) }, ({ path }) => {
      const file = join(folder, path.slice(besideBundle.length));
      return file.endsWith('.ts') ? { path: file, namespace: 'program' } : { path: file };
    });
    build.onLoad({ filter: /\.ts$/, namespace: 'program' }, ({ path }) => {
      const name = basename(path, '.ts');
      programs.set(name, path);
      return { contents: `export default './${name}.mjs';` };
    });
  },
});

/** How a module finds files at run time. */
const opensFiles = /\bimport\.meta\b|\b__dirname\b|\b__filename\b|\bcreateRequire\b|\brequire\.resolve\b|\.wasm\b/;

/**
 * Packages that have such words and open no file of their own: `glob` in a function that nothing calls, `fflate` for
 * `worker_threads`, contexts as addresses beside their text, `unpdf` for pictures, colour profiles and canvases, none
 * of which the text of a page needs.
 */
const opensNone = [
  'node_modules/glob/common.js',
  'node_modules/fflate/esm/index.mjs',
  'node_modules/@digitalbazaar/credentials-context/lib/index.js',
  'node_modules/unpdf/dist/index.mjs',
  'node_modules/unpdf/dist/pdfjs.mjs',
];

/** @throws Error for a package in the bundle that would look for files of its own, which are not there. */
export async function refuseFilesReadAtRunTime(folder: string, { outputs }: Metafile): Promise<void> {
  const packages = new Set(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  for (const file of packages) {
    if (!file.startsWith('node_modules/') || opensNone.includes(file)) continue;
    const text = /\.(?:[cm]?js)$/.test(file) ? await readFile(join(folder, file), 'utf8') : '';
    if (opensFiles.test(text))
      throw new Error(`${file} opens files at run time: see infra/bundle/files-beside-bundle.ts`);
  }
}
