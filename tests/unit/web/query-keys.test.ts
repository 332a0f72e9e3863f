import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/**
 * Queries that are of no single call with one input. What each asks with beside what is in its key, and why that needs
 * no place there: without it the key would be the whole question.
 */
const askedWithout: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'web/app/help/help-window.tsx': {},
  'web/api/posting-check.ts': {},
  'web/api/query.ts': { load: 'a function of the place that calls, which asks with the input of the key' },
  'web/documents/document-frame.tsx': {
    row: 'in the address, which is in the key',
    input: 'in the address, which is in the key',
    area: 'of the session; every cache is emptied with it',
  },
  'web/features/attendance/days/day-setting-window.tsx': {
    from: 'asked with only where the input, which is in the key, is null',
  },
  'web/features/reports/office-log/office-log.tsx': {},
  'web/features/students/table/student-columns.tsx': { values: 'the call of the field, which is in the key' },
  'web/features/students/table/use-students.ts': { kind: 'of the account, with which every cache is emptied' },
  'web/history/sheet-at-moment.tsx': { load: 'of the sheet whose own key begins this one' },
  'web/pickers/progress-of-each.tsx': { queryFn: 'of the same `queryOf` as the key' },
};

interface HandMadeQuery {
  key: ReadonlySet<string>;
  /** Names of the function that asks which come from the function around it. */
  asksWith: readonly string[];
}

/** The queries of a file whose key and function are written beside each other. */
function queriesOf(file: string): HandMadeQuery[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const queries: HandMadeQuery[] = [];
  const visit = (node: ts.Node, outside: readonly string[]): void => {
    const own = ts.isFunctionLike(node) || ts.isBlock(node) ? declaredBy(node) : [];
    const here = [...outside, ...own];
    if (ts.isObjectLiteralExpression(node)) {
      const property = (name: string) => node.properties.find((one) => one.name?.getText() === name);
      const [key, ask] = [property('queryKey'), property('queryFn')];
      if (key && ask) {
        const inside = new Set(declaredInside(ask));
        const used = [...usedNames(ask)].filter((name) => here.includes(name) && !inside.has(name));
        queries.push({ key: usedNames(key), asksWith: used });
      }
    }
    ts.forEachChild(node, (child) => visit(child, here));
  };
  visit(source, []);
  return queries;
}

/** Names that are read: neither properties nor declarations. */
function usedNames(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (one: ts.Node): void => {
    if (ts.isPropertyAccessExpression(one)) visit(one.expression);
    else if (ts.isPropertyAssignment(one)) visit(one.initializer);
    else if (ts.isIdentifier(one)) names.add(one.text);
    else ts.forEachChild(one, visit);
  };
  visit(node);
  return names;
}

/** Parameters of a function, or the variables of a block. */
function declaredBy(node: ts.Node): string[] {
  const found: string[] = [];
  const bind = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) found.push(name.text);
    else for (const one of name.elements) if (ts.isBindingElement(one)) bind(one.name);
  };
  if (ts.isFunctionLike(node)) for (const { name } of node.parameters) bind(name as ts.BindingName);
  if (ts.isBlock(node))
    for (const statement of node.statements)
      if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) bind(name);
  return found;
}

function declaredInside(node: ts.Node): string[] {
  const found = declaredBy(node);
  ts.forEachChild(node, (child) => void found.push(...declaredInside(child)));
  return found;
}

describe('a query of the site', () => {
  it('has the key of the input that it asks with: both come from `queryOf` or `queryWith`', () => {
    const byHand = globSync('web/**/*.{ts,tsx}').filter((file) => /\bqueryFn\b/.test(readFileSync(file, 'utf8')));
    expect(byHand.sort()).toEqual(Object.keys(askedWithout).sort());
  });

  it.each(Object.entries(askedWithout))('in %s has all that it asks with in its key', (file, without) => {
    const queries = queriesOf(file);
    expect(queries).not.toEqual([]);
    const missing = queries.flatMap(({ key, asksWith }) => asksWith.filter((name) => !key.has(name)));
    expect([...new Set(missing)].sort()).toEqual(Object.keys(without).sort());
  });
});
