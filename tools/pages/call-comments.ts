import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { lastDocComment } from './doc-comment.ts';

const shared = new URL('../../shared/', import.meta.url);

/** The doc comment of a call's row: by name and path, or where a row is made with any path, by the name. */
export function readCallComments(): (call: { name: string; path: string }) => string {
  const comments = new Map<string, string>();
  const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  for (const file of files.sort()) {
    const text = readFileSync(new URL(file, shared), 'utf8');
    if (!text.includes('path:') && !text.includes('method:')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && ts.isObjectLiteralExpression(node.initializer)) {
        const says = lastDocComment(text, node) ?? '';
        const name = node.name.getText();
        const path = textOf(node.initializer, 'path');
        if (path !== undefined) comments.set(`${name} ${path}`, says);
        else if (textOf(node.initializer, 'method') !== undefined) comments.set(name, says);
      }
      node.forEachChild(visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return ({ name, path }) => {
    const says = comments.get(`${name} ${path}`) ?? comments.get(name);
    if (says === undefined) throw new Error(`No contract has the row ${name} of ${path}.`);
    return says;
  };
}

/** The text that a key of a row has. */
function textOf(row: ts.ObjectLiteralExpression, key: string): string | undefined {
  const found = row.properties.find((part) => ts.isPropertyAssignment(part) && part.name.getText() === key);
  return found && ts.isPropertyAssignment(found) && ts.isStringLiteral(found.initializer)
    ? found.initializer.text
    : undefined;
}
