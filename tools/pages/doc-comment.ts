import ts from 'typescript';

/** The text of the doc comment right before a node, as one line. */
export function lastDocComment(text: string, node: ts.Node): string | undefined {
  const last = ts.getLeadingCommentRanges(text, node.pos)?.at(-1);
  const comment = last && text.slice(last.pos, last.end);
  if (!comment?.startsWith('/**')) return undefined;
  return comment
    .slice(3, -2)
    .replaceAll(/^\s*\* ?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
