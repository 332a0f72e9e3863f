import { basename, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** Linked files by their full path: what each imports, and the names that it exports. */
export type LinkedFiles = ReadonlyMap<string, Metafile['outputs'][string]>;

/** How the files of a function import each other. */
export interface StartAndLater {
  /** Imported at once: the name that `index.mjs` exports for each export of a file, by the file and that name. */
  atStart: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Imported by `import()`, at the first call that needs them. */
  later: readonly string[];
}

/** @param folder from which the paths in `linked` begin */
export function splitAtStart(entryPoint: string, linked: LinkedFiles, folder: string): StartAndLater {
  const importsOf = (file: string, kinds: readonly string[]): string[] =>
    (linked.get(file)?.imports ?? []).flatMap(({ path, kind, external }) =>
      external || !kinds.includes(kind) ? [] : [resolve(folder, path)],
    );
  const reachedBy = (kinds: readonly string[]): string[] => {
    const reached = new Set([entryPoint]);
    // The iterator also visits files added in the loop.
    for (const file of reached) for (const imported of importsOf(file, kinds)) reached.add(imported);
    return [...reached];
  };
  const taken = new Set<string>();
  const nameOf = (exported: string): string => {
    let name = `start_${exported}`;
    while (taken.has(name)) name += '_';
    taken.add(name);
    return name;
  };
  const atStart = reachedBy(['import-statement']).map(
    (file) => [file, new Map(linked.get(file)?.exports.map((exported) => [exported, nameOf(exported)]))] as const,
  );
  const all = reachedBy(['import-statement', 'dynamic-import']);
  return { atStart: new Map(atStart), later: [...new Set(all.flatMap((file) => importsOf(file, ['dynamic-import'])))] };
}

/** For what is imported later: takes from `index.mjs` what is there since the start. */
export const importFromIndex = ({ atStart }: StartAndLater): Plugin => ({
  name: 'import-from-index',
  setup(build) {
    build.onResolve({ filter: /\.mjs$/ }, ({ path, resolveDir, namespace }) => {
      if (namespace === 'at-start') return { path, external: true };
      const file = resolve(resolveDir, path);
      return atStart.has(file) ? { path: file, namespace: 'at-start' } : undefined;
    });
    build.onLoad({ filter: /./, namespace: 'at-start' }, ({ path }) => {
      const exported = [...(atStart.get(path) ?? [])].map(([own, name]) => `${name} as ${own}`);
      return { contents: exported.length === 0 ? '' : `export { ${exported.join(', ')} } from './index.mjs';` };
    });
  },
});

/** The source of `index.mjs`: what the entry point exports, and what the bundled texts of later parts take from it. */
export function indexOf(entryPoint: string, { atStart }: StartAndLater, later: readonly string[]): string {
  const taken = new Set(later.flatMap((text) => text.match(/\bstart_[\w$]+/g) ?? []));
  const lines = [...atStart].map(([file, names]) => {
    const exported = [...names].flatMap(([own, name]) => (taken.has(name) ? [`${own} as ${name}`] : []));
    return exported.length === 0 ? '' : `export { ${exported.join(', ')} } from ${JSON.stringify(file)};\n`;
  });
  return [`export * from ${JSON.stringify(entryPoint)};\n`, ...lines].join('');
}

/** For `index.mjs`: leaves `import()` to the files beside it. */
export const leaveLaterImports: Plugin = {
  name: 'leave-later-imports',
  setup(build) {
    build.onResolve({ filter: /\.mjs$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./${basename(path)}`, external: true } : undefined,
    );
  },
};
