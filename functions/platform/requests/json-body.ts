import { MalformedError } from '../errors.ts';

export const repeatedFieldMessage = 'A field is in the request twice.';

/**
 * Parses a JSON object strictly. Refuses repeated fields, `__proto__` and lone surrogates, which DynamoDB does not
 * store: later readers could interpret them in different ways.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedError('The request is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedError('The request must be a JSON object.');
  }
  inspect(text);
  return value as Record<string, unknown>;
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** Walks the tokens of JSON known to be valid and compares field names object by object. */
function inspect(text: string): void {
  const open: (Set<string> | null)[] = [];
  let expectsName = false;
  for (const [part] of text.matchAll(token)) {
    if (part.startsWith('"')) {
      const string = expectsName || part.includes('\\u') ? (JSON.parse(part) as string) : '';
      if (!string.isWellFormed()) throw new MalformedError('The request is not valid text.');
      if (expectsName) addName(open.at(-1), string);
      expectsName = false;
    } else if (part === '{' || part === '[') {
      open.push(part === '{' ? new Set() : null);
      expectsName = part === '{';
    } else if (part === '}' || part === ']') {
      open.pop();
      expectsName = false;
    } else {
      expectsName = part === ',' && open.at(-1) !== null;
    }
  }
}

function addName(names: Set<string> | null | undefined, name: string): void {
  if (name === '__proto__') throw new MalformedError();
  if (names?.has(name)) throw new MalformedError(repeatedFieldMessage);
  names?.add(name);
}
