import ts from 'typescript';

/** One small fault, put into a file in place of its own text. */
export interface Mutant {
  /** Line of the file, from 1. */
  line: number;
  /** Text of that line, without the spaces around it. */
  text: string;
  start: number;
  end: number;
  before: string;
  after: string;
}

/** Operators, and what each is taken for by mistake. */
const confused: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
]);

/**
 * Every mutant of a source file: confused operators, turned booleans, conditions that always or never hold, whole numbers that
 * are one too large, statements and filters that are left out. Texts stay: what a message says is no rule.
 */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true);
  const lines = source.split('\n');
  const mutants: Mutant[] = [];
  const put = (node: ts.Node, after: string): void => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    const text = lines[line - 1]?.trim() ?? '';
    mutants.push({ line, text, start, end: node.end, before: node.getText(file), after });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    mutateNode(node, put);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

function mutateNode(node: ts.Node, put: (node: ts.Node, after: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    const operator = confused.get(node.operatorToken.kind);
    if (operator !== undefined && !isOfTexts(node)) put(node.operatorToken, operator);
    if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) put(node, `(${node.left.getText()} as any)`);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) put(node, 'false');
  else if (node.kind === ts.SyntaxKind.FalseKeyword) put(node, 'true');
  else if (ts.isIfStatement(node)) alwaysAndNever(node.expression, put);
  else if (ts.isConditionalExpression(node)) alwaysAndNever(node.condition, put);
  else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    put(node, `(${node.operand.getText()})`);
  } else if (ts.isNumericLiteral(node) && /^\d+$/.test(node.text)) put(node, String(Number(node.text) + 1));
  else if (ts.isExpressionStatement(node)) put(node, ';');
  else if (ts.isCallExpression(node)) mutateCall(node, put);
}

function alwaysAndNever(condition: ts.Expression, put: (node: ts.Node, after: string) => void): void {
  put(condition, '(true as boolean)');
  put(condition, '(false as boolean)');
}

/** A list that is not filtered, or a condition on some of it that is taken to be on every one. */
function mutateCall(node: ts.CallExpression, put: (node: ts.Node, after: string) => void): void {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const { name } = node.expression;
  const [first] = node.arguments;
  if (name.text === 'filter' && first) put(first, '(() => true)');
  if (name.text === 'some') put(name, 'every');
  if (name.text === 'every') put(name, 'some');
}

/** Texts are joined, not added. */
const isOfTexts = ({ left, right }: ts.BinaryExpression): boolean =>
  [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));

/** The source with the fault in it. */
export const mutate = (source: string, { start, end, after }: Mutant): string =>
  `${source.slice(0, start)}${after}${source.slice(end)}`;
