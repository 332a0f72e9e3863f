/** A file of the site: its path from the root of the checkout, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** The rules of a sheet, those within `@media` too: selector and declarations. */
export function listRules(css: string): { selector: string; body: string }[] {
  const rules = [...withoutComments(css).matchAll(/([^{};]*)\{(?=([^{}]*))/g)];
  return rules.map(([, selector = '', body = '']) => ({ selector: selector.trim(), body }));
}

/** The class names in the selectors of a sheet. */
export function listClassNames(css: string): Set<string> {
  const named = listRules(css).filter(({ selector }) => !/^@(?!scope)/.test(selector));
  return new Set(
    named.flatMap(({ selector }) => [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)),
  );
}

/** The path of a sheet that a file imports by a relative path. */
function resolve(from: string, to: string): string {
  const path = from.split('/').slice(0, -1);
  for (const part of to.split('/'))
    if (part === '..') path.pop();
    else if (part !== '.') path.push(part);
  return path.join('/');
}

const words = (text: string) => text.match(/[\w-]+/g) ?? [];

/**
 * The names that a script takes of the modules it imports. One that takes a name by a variable (`styles[kind]`) uses
 * each that it mentions; all are used where the object is handed to a component.
 */
function listUsed({ path, text }: SourceFile): { sheet: string; isUsed: (name: string) => boolean }[] {
  return [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([line, object = '', to = '']) => {
    const uses = [...text.replace(line, '').matchAll(new RegExp(`\\b${object}\\b(\\.\\w+|\\[)?`, 'g'))].map(
      ([, use]) => use,
    );
    const names = new Set(uses.includes('[') ? words(text) : uses.map((use) => use?.slice(1)));
    return { sheet: resolve(path, to), isUsed: (name) => uses.includes(undefined) || names.has(name) };
  });
}

/**
 * The names in a script that are no member of a module: `class="card"`, `className={isDone ? 'fact done' : 'fact'}`.
 */
function listLiterals({ path, text }: SourceFile): { path: string; name: string }[] {
  return [...text.matchAll(/\bclass(?:Name)?=(?:"([^"]*)"|\{(.*?)\}(?=[\s>]))/g)].flatMap(
    ([, whole, expression = '']) => {
      const ofModules = expression.replace(/\$\{[^}]*\}/g, '').replace(/[!=]==? '[^']*'/g, '');
      const literals = [...ofModules.matchAll(/'([^']*)'|`([^`]*)`/g)].map(
        ([, quoted, template]) => quoted ?? template ?? '',
      );
      return (whole ?? literals.join(' '))
        .split(/\s+/)
        .filter(Boolean)
        .map((name) => ({ path, name }));
    },
  );
}

/** Class names of components that bring their own sheets, or look for them. */
const isOfLibrary = (name: string) => /^(amplify|base-ui)-/.test(name);

/**
 * Class names that only one side knows: defined and used by nobody, or, of sheets that are no modules, used and defined
 * nowhere. Of modules the types say the latter. One line each, by sheet.
 */
export function findOddClassNames(files: readonly SourceFile[]): string[] {
  const scripts = files.filter(({ path }) => /\.(tsx?|html)$/.test(path));
  const sheets = files.filter(({ path }) => path.endsWith('.css'));
  const uses = scripts.flatMap(listUsed);
  const mentioned = new Set(scripts.flatMap(({ text }) => words(text)));
  const isModule = (path: string) => path.endsWith('.module.css');
  const isUsed = (path: string, name: string) =>
    isModule(path) ? uses.some((use) => use.sheet === path && use.isUsed(name)) : mentioned.has(name);
  const plain = sheets.filter(({ path }) => !isModule(path));
  const defined = new Set(plain.flatMap(({ text }) => [...listClassNames(text)]));
  return [
    ...sheets.flatMap(({ path, text }) =>
      [...listClassNames(text)]
        .filter((name) => !isUsed(path, name) && !isOfLibrary(name))
        .map((name) => `${path}: nobody uses .${name}`),
    ),
    ...scripts
      .flatMap(listLiterals)
      .filter(({ name }) => !defined.has(name) && !isOfLibrary(name))
      .map(({ path, name }) => `${path}: no sheet defines .${name}`),
  ];
}
