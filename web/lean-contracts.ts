import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { CallRow } from '#shared/http/contract.ts';

/** The fields of a row that the browser needs for its call; the schemas are for the server, and for types. */
const kept = ['method', 'path', 'who', 'accepts', 'produces'] as const satisfies readonly (keyof CallRow)[];

/** A domain's contract, not `shared/http/contract.ts`, which only says what a contract is. */
const contractFile = /\/shared\/(?!http\/)(?:[\w-]+\/)+contract\.ts$/;
const schemasQuery = '?schemas';

/**
 * Ships the contracts without their schemas: each row is worked out while building and is in the bundle as plain data.
 * Other exports of a contract file, such as a schema that a form checks with, come along where a screen imports them by
 * name. It takes zod (10 KB) out of the first load of every page. Reading `input` or `output` of a row in `web/`
 * therefore gives undefined in the built site; a test forbids it.
 */
export function leanContractsPlugin(): Plugin {
  return {
    name: 'formroom:lean-contracts',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const file = id.replace(/\?.*$/, '');
      if (!contractFile.test(file)) return null;
      if (id.endsWith(schemasQuery)) {
        return { code: await readFile(file, 'utf8'), moduleType: 'ts', moduleSideEffects: false };
      }
      const exports = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      const contracts = Object.entries(exports).filter(([, value]) => isContract(value));
      const rows = contracts.map(([name, value]) => `export const ${name} = ${JSON.stringify(lean(value as Rows))};`);
      // A name exported here hides the same name behind the star.
      const code = [...rows, `export * from ${JSON.stringify(file + schemasQuery)};`].join('\n');
      return { code, moduleType: 'js', moduleSideEffects: false };
    },
  };
}

type Rows = Record<string, CallRow>;

const isContract = (value: unknown): value is Rows =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every((row) => typeof row === 'object' && row !== null && 'method' in row && 'path' in row);

const lean = (rows: Rows) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, Object.fromEntries(kept.map((key) => [key, row[key]]))]),
  );
