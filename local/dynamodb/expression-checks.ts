import { type AttributeValue, attributeType, type Item } from './attribute-values.ts';

/** The part of a request that can hold expressions. */
export interface ExpressionHolder {
  ConditionExpression?: string;
  UpdateExpression?: string;
  FilterExpression?: string;
  KeyConditionExpression?: string;
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

const kinds = [
  'UpdateExpression',
  'ConditionExpression',
  'KeyConditionExpression',
  'FilterExpression',
  'ProjectionExpression',
] as const;

const maximumOperators = 300;
const maximumInOperands = 100;

/**
 * What the emulators find out only when they evaluate an expression, and then not always: placeholders that are not
 * defined or not used, too many operators, operands that cannot be compared.
 * @returns DynamoDB's message for the first fault, or undefined
 */
export function checkExpressions(holder: ExpressionHolder): string | undefined {
  const names = holder.ExpressionAttributeNames ?? {};
  const values = holder.ExpressionAttributeValues ?? {};
  const used = new Set<string>();
  for (const kind of kinds) {
    const expression = holder[kind];
    if (expression === undefined) continue;
    const fault = checkPlaceholders({ expression, names, values, used });
    if (fault !== undefined) return `Invalid ${kind}: ${fault}`;
    if (kind !== 'ConditionExpression' && kind !== 'FilterExpression') continue;
    const refused = checkCondition(expression, values);
    if (refused !== undefined) return `Invalid ${kind}: ${refused}`;
  }
  return unused('ExpressionAttributeNames', names, used) ?? unused('ExpressionAttributeValues', values, used);
}

/** The attribute name that a word of an expression means. */
export function resolveName(holder: ExpressionHolder, word: string): string {
  return word.startsWith('#') ? (holder.ExpressionAttributeNames?.[word] ?? word) : word;
}

function checkPlaceholders(expression: {
  expression: string;
  names: Record<string, string>;
  values: Item;
  used: Set<string>;
}): string | undefined {
  for (const [placeholder] of expression.expression.matchAll(/[#:]\w+/g)) {
    expression.used.add(placeholder);
    if (placeholder.startsWith('#')) {
      if (Object.hasOwn(expression.names, placeholder)) continue;
      return `An expression attribute name used in the document path is not defined; attribute name: ${placeholder}`;
    }
    if (Object.hasOwn(expression.values, placeholder)) continue;
    return `An expression attribute value used in expression is not defined; attribute value: ${placeholder}`;
  }
  return undefined;
}

function unused(field: string, defined: Record<string, unknown>, used: Set<string>): string | undefined {
  const left = Object.keys(defined).filter((placeholder) => !used.has(placeholder));
  if (left.length === 0) return undefined;
  return `Value provided in ${field} unused in expressions: keys: {${left.join(', ')}}`;
}

function checkCondition(expression: string, values: Item): string | undefined {
  const operators = countOperators(expression);
  if (operators > maximumOperators) {
    return `The expression contains too many operators; operator count: ${maximumOperators + 1}`;
  }
  for (const [, list = ''] of expression.matchAll(/\bIN\s*\(([^()]*)\)/gi)) {
    const operands = list.split(',').length;
    if (operands > maximumInOperands) {
      return `The IN operator is provided with too many operands; number of operands: ${operands}`;
    }
  }
  return checkComparisons(expression, values);
}

/** The AND inside a BETWEEN belongs to it. */
function countOperators(expression: string): number {
  const words = expression.match(/<>|<=|>=|[=<>]|\b(?:AND|OR|NOT|BETWEEN|IN)\b|\b[a-z_]+(?=\s*\()/gi) ?? [];
  return words.length - words.filter((word) => /^between$/i.test(word)).length;
}

const unordered = new Set(['BOOL', 'NULL', 'L', 'M', 'SS', 'NS', 'BS']);

function checkComparisons(expression: string, values: Item): string | undefined {
  const operand = '([#:]?[\\w.#]+(?:\\[\\d+\\])*)';
  const comparisons = expression.matchAll(new RegExp(`${operand}\\s*(<>|<=|>=|=|<|>)\\s*${operand}`, 'g'));
  for (const [, left = '', operator = '', right = ''] of comparisons) {
    if (left === right) {
      return `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: [${left}]`;
    }
    if (operator === '=' || operator === '<>') continue;
    const type = [left, right].map((word) => values[word]).find(isUnordered);
    if (type !== undefined) {
      return `Incorrect operand type for operator or function; operator: ${operator}, operand type: ${attributeType(type)}`;
    }
  }
  return undefined;
}

function isUnordered(value: AttributeValue | undefined): value is AttributeValue {
  return value !== undefined && unordered.has(attributeType(value));
}
