import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { expressionsOfOptions } from '#options/tests';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Regular expressions of what is deployed, which look at what others wrote, with the files that have them. */
const literals = new Map<string, string[]>();
/** Those that are made of texts; each must be among `madeOfText`. */
const made: string[] = [];

for (const file of globSync('{shared,functions,web}/**/*.{ts,tsx}', { cwd: root })) {
  const text = readFileSync(`${root}${file}`, 'utf8');
  if (/\.(replace|replaceAll|split|test|exec|match|matchAll|search)\(|regex\(|[=(:,] \/|RegExp/.test(text))
    look(file, text);
}

function look(file: string, text: string): void {
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.set(node.text, [...(literals.get(node.text) ?? []), file]);
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp')
      made.push(file);
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(
      file,
      text,
      ts.ScriptTarget.Latest,
      false,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );
}

/** As they are made, with the longest of what goes in. */
const madeOfText: Readonly<Record<string, RegExp>> = {
  'functions/platform/xlsx/csv.ts': /,(?! )/g,
  'functions/students/records/files/foreign-pdf/active-content.ts':
    /\/(?:JavaScript|Launch|ImportData|SubmitForm|Rendition|RichMediaExecute|JS|EmbeddedFiles|EF|RichMediaContent|EmbeddedFile)(?![\w#])/,
  ...expressionsOfOptions,
  'shared/school/parse-period.ts': /(?<![\p{L}\p{N}])Term 2(?![\p{L}\p{N}])/iu,
  'web/features/marks/mark-sheet/comments/comment-text.ts': /(?<![\p{L}\p{M}])Name(?![\p{L}\p{M}])/gu,
};

/** Something is repeated without end: the others look at no more letters than they have. */
const repeats = (source: string): boolean => /[*+]|\{\d+,\}/.test(source.replaceAll(/\\.|\[(?:[^\]\\]|\\.)*\]/g, 'C'));

const length = 50_000;

/**
 * Texts at which an expression would begin again at every letter, or try every way of dividing them: each letter that
 * it may be about, repeated, with an end that it is not about.
 */
function hostileTexts({ source }: RegExp): string[] {
  const letters = source.replaceAll(/\\[dwsSWDbBpPkux]|[[\]()*+?{}|^$.\\]/g, '');
  const repeated = new Set([
    'a',
    'A',
    '0',
    ' ',
    '\n',
    '"',
    "'",
    '[',
    '(',
    '<',
    '-',
    '_',
    '.',
    '/',
    '\\',
    ',',
    'é',
    letters,
  ]);
  return [...repeated].flatMap((part) => {
    const text = part.repeat(Math.ceil(length / Math.max(part.length, 1)));
    return [`${text}\u0001`, `a${text}\u0001`, `\u0001${text}`];
  });
}

/**
 * Many times what a linear one takes on a slow machine, and a fraction of what one takes that begins again at every
 * letter.
 */
const milliseconds = 500;

function isLinear(expression: RegExp): boolean {
  const flags = [...new Set(`${expression.flags.replace('y', '')}g`)].join('');
  const context = createContext({ expression: new RegExp(expression.source, flags), text: '' });
  return hostileTexts(expression).every((text) => {
    context.text = text;
    try {
      runInContext('text.replace(expression, "")', context, { timeout: milliseconds });
      return true;
    } catch {
      return false;
    }
  });
}

describe('a regular expression over what others wrote', () => {
  it('is found', () => {
    expect(literals.size).toBeGreaterThan(100);
  });

  it('is known where it is made of texts', () => {
    expect(made.toSorted()).toEqual(Object.keys(madeOfText).toSorted());
  });

  it('takes as long as the text is, and not as its square', () => {
    const all = [...literals].map(([text, files]) => ({ text, files }));
    const expressions = [
      ...all.map(({ text, files }) => ({ expression: parsed(text), place: `${text} of ${files.join(', ')}` })),
      ...Object.entries(madeOfText).map(([place, expression]) => ({ expression, place })),
    ];
    const slow = expressions.filter(({ expression }) => repeats(expression.source) && !isLinear(expression));
    expect(slow.map(({ place }) => place)).toEqual([]);
  });

  it('would be found here if it did not', () => {
    const [squared, exponential] = [/\s+$/, /^(\w+\s?)*$/];
    expect([squared, exponential].filter((one) => repeats(one.source) && !isLinear(one))).toHaveLength(2);
  });
});

function parsed(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
