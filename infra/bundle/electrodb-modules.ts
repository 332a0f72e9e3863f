import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Bundles ElectroDB as the ES modules that it could be (ADR 0011). It is CommonJS, and what a CommonJS module requires,
 * esbuild must keep whole and load at run time, piece by piece: the AWS SDK with it. Its files are plain: every import is a
 * `const … = require('…')`, and every export is in one `module.exports = {…}` at the end. One that is not stops the build.
 *
 * Left out is `jsonschema`, with which it checks the models of the stores: the tests do that, on the sources.
 */
export const electroDbModules: Plugin = {
  name: 'electrodb-modules',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/electrodb\/.*\.js$/ }, async ({ path }) => ({
      contents: toModule(await readFile(path, 'utf8'), path),
    }));
    build.onResolve({ filter: /^jsonschema$/ }, ({ path }) => ({ path, namespace: 'no-model-check' }));
    build.onLoad({ filter: /.*/, namespace: 'no-model-check' }, () => ({ contents: acceptsEveryModel }));
  },
};

const acceptsEveryModel = `
export class Validator {
  addSchema() {}
  validate() { return { errors: [] }; }
}
Validator.prototype.customFormats = {};`;

function toModule(source: string, path: string): string {
  const commands = [...new Set([...source.matchAll(/\blib\.(\w+Command)\b/g)].map(([, name]) => name))].join(', ');
  const text = source
    // Taken as a whole, the SDK would come as a whole.
    .replace(/^const lib = require\("@aws-sdk\/lib-dynamodb"\);$/m, () => importedAs('lib', commands))
    .replaceAll(/^const (\w+) = require\("([^"]+)"\);$/gm, 'import * as $1 from "$2";')
    .replaceAll(/^const \{([^}]*)\} = require\(["']([^"']+)["']\);$/gm, 'import {$1} from "$2";')
    .replaceAll(/^const (\w+) = require\("([^"]+)"\)\.(\w+);$/gm, 'import { $3 as $1 } from "$2";')
    .replace(/^module\.exports = \{([^}]*)\};\s*$/m, (_whole, list: string) => exportOf(list));
  if (/\brequire\(|\bmodule\.exports\b|\bexports\./.test(text)) throw new Error(`${path} is no longer plain CommonJS`);
  return text;
}

const importedAs = (name: string, commands: string): string =>
  `import { ${commands} } from "@aws-sdk/lib-dynamodb";\nconst ${name} = { ${commands} };`;

/** `a, b: c,` to `export { a, c as b };`. */
function exportOf(list: string): string {
  const names = list.split(',').map((entry) => entry.trim());
  const exported = names.filter(Boolean).map((entry) => {
    const [name, value = name] = entry.split(/\s*:\s*/);
    return value === name ? value : `${value} as ${name}`;
  });
  return `export { ${exported.join(', ')} };`;
}
