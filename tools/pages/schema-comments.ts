import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { lastDocComment } from './doc-comment.ts';

const project = new URL('../../', import.meta.url);

/**
 * The doc comments beside the keys of a schema that a declaration makes, by the path of the key (`limits.lateAfter`):
 * the text of a key is in one place, beside it, and costs no bundle anything.
 */
export function readSchemaComments(file: string, declaration: string): Map<string, string> {
  const text = readFileSync(new URL(file, project), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const comments = new Map<string, string>();
  const visit = (node: ts.Node, path: readonly string[]): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
      const own = [...path, node.name.text];
      const says = lastDocComment(text, node);
      if (says !== undefined && !comments.has(own.join('.'))) comments.set(own.join('.'), says);
      node.initializer.forEachChild((child) => visit(child, own));
      return;
    }
    node.forEachChild((child) => visit(child, path));
  };
  const declared = source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  const found = declared.find(({ name }) => ts.isIdentifier(name) && name.text === declaration);
  if (!found) throw new Error(`${file} has no ${declaration}.`);
  visit(found, []);
  return comments;
}
