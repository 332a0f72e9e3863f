/**
 * What a typed or pasted text is worth, read from the specification and not from the product: SPEC §5, DECISIONS 4, 6,
 * 40, 43. Values are compared as canonical text: '' is blank, a number has no needless zero.
 */
export type Column =
  | { id: string; kind: 'number'; max: number; decimals: 0 | 1; refuses?: string; takesWords?: true }
  | { id: string; kind: 'count'; max: number }
  | { id: string; kind: 'grade' }
  | { id: string; kind: 'text'; limit: number }
  | { id: string; kind: 'shown' };

/** `kept` is null where the text is refused; `isSaid` where the screen owes a word about it. */
export interface Reading {
  kept: string | null;
  isSaid: boolean;
}

const taken = (kept: string): Reading => ({ kept, isSaid: false });
const refused: Reading = { kept: null, isSaid: true };

/** Null where more than one reading is right: the hands do not type such a text. */
export function readTyped(column: Column, text: string): Reading | null {
  const typed = text.trim();
  if (typed === '') return taken('');
  switch (column.kind) {
    case 'number':
      return readNumber(column, inAsciiDigits(typed));
    case 'count':
      return readCount(column, inAsciiDigits(typed));
    case 'grade':
      return /^[a-e]$/i.test(typed) ? taken(typed.toUpperCase()) : refused;
    case 'text':
      return typed.length <= column.limit ? taken(typed) : null;
    case 'shown':
      return null;
  }
}

function readNumber(column: Column & { kind: 'number' }, typed: string): Reading | null {
  if (column.refuses !== undefined) return refused;
  const word = typed.toLowerCase();
  if (column.takesWords && /^abs(ent)?$/.test(word)) return taken('Abs');
  if (column.takesWords && /^ex(empt)?$/.test(word)) return taken('Ex');
  const parts = /^(-?)(\d+)(?:[.,](\d*))?$/.exec(typed);
  if (!parts) return refused;
  const [, sign, whole = '', fraction = ''] = parts;
  const meaning = fraction.replace(/0+$/, '');
  if (meaning.length > column.decimals) return refused;
  const value = Number(`${whole}.${meaning}`);
  if (sign === '-' && value > 0) return { kept: '0', isSaid: true };
  return value > column.max ? { kept: String(column.max), isSaid: true } : taken(String(value));
}

/** Times late or absent of a term report: anything but digits clears the field (SPEC §5). */
function readCount({ max }: { max: number }, typed: string): Reading {
  if (!/^\d+$/.test(typed)) return { kept: '', isSaid: true };
  return Number(typed) > max ? { kept: String(max), isSaid: true } : taken(String(Number(typed)));
}

/** Each digit of any script as 0 to 9: Unicode keeps the ten of a script together, the zero first. */
const inAsciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
