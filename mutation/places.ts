import ts from 'typescript';

/**
 * A place: the text from `start` to `end` runs as a whole or up to an error, so that a mark before it says that whatever is in it may
 * have run. `key` is told to the file of reached places.
 */
interface Place {
  key: string;
  start: number;
  end: number;
  kind: 'statement in a list' | 'statement alone' | 'expression';
}

/** Place of what runs when a file is imported, or without a statement of its own. */
const wholeFile = (path: string): string => `${path}:0`;

/**
 * The source with a mark at each place, which appends the place's key and a line feed to the file `reached` when it first runs in a
 * process; child processes and worker threads do so for themselves. And the key of the place in which a character of the source is:
 * the innermost statement, or the body of an arrow function. A mutant that a test reaches is in a place that the test reaches.
 */
export function markPlaces(
  path: string,
  source: string,
  reached: string,
): { marked: string; placeAt(position: number): string } {
  const places = placesOf(path, source);
  const edits = places.flatMap(({ key, start, end, kind }): [number, string][] => {
    const mark = `__mark(${JSON.stringify(key)})`;
    if (kind === 'statement in a list') return [[start, `${mark};`]];
    const [before, after] = kind === 'expression' ? [`(${mark}, `, ')'] : [`{${mark};`, '}'];
    return [
      [start, before],
      [end, after],
    ];
  });
  let marked = source;
  // From the end, the inner ones first. What begins where another ends comes after it.
  for (const [at, text] of edits.reverse().sort((one, other) => other[0] - one[0])) {
    marked = marked.slice(0, at) + text + marked.slice(at);
  }
  return {
    marked: `__mark(${JSON.stringify(wholeFile(path))});${marked}\n${markFunction(reached)}`,
    placeAt: (position) =>
      places.findLast(({ start, end }) => start <= position && position < end)?.key ?? wholeFile(path),
  };
}

/** Is hoisted, so that it is there for imports in a circle. No import: the sources of the site are marked too. */
const markFunction = (reached: string): string => `function __mark(key) {
  const seen = (globalThis.__reached ??= new Set());
  if (seen.has(key)) return;
  seen.add(key);
  globalThis.process?.getBuiltinModule?.('node:fs').appendFileSync(${JSON.stringify(reached)}, key + '\\n');
}
`;

/** The places of a source, outer ones before those in them. */
function placesOf(path: string, source: string): Place[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const places: Place[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    const kind = kindOf(node);
    if (kind) {
      const start = node.getStart(file);
      places.push({ key: `${path}:${start}`, start, end: node.end, kind });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

function kindOf(node: ts.Node): Place['kind'] | undefined {
  const { parent } = node;
  if (!parent || ts.isSourceFile(parent)) return undefined;
  if (ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node)) return 'expression';
  // A function that is declared after a return runs all the same: its default values belong to what is around it.
  if (!ts.isStatement(node) || ts.isBlock(node) || ts.isFunctionDeclaration(node)) return undefined;
  if (ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent)) return 'statement in a list';
  return ts.isIfStatement(parent) || ts.isIterationStatement(parent, false) ? 'statement alone' : undefined;
}
