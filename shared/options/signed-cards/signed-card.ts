import { knownSubjects } from './known-subjects.ts';

/**
 * A report card as its QR code has it (rule 57): everything of which its credential is made, and the signature over
 * that. The address of the school is not in it: the code is good at the address that it was signed for.
 */
export interface SignedCard {
  /** The number of the school's key that signed. */
  key: number;
  /** Ten characters of {@link codeCharacters}, 50 random bits. */
  code: string;
  /** Where the card is in the status lists of its term. */
  statusIndex: number;
  /** Seconds since 1970. */
  signedAt: number;
  school: string;
  /** Start year of the academic year. */
  year: number;
  term: 1 | 2 | 3;
  termTitle: string;
  initials: string;
  classId: string;
  /** As on the card, without the percent sign; null where no subject has a total. */
  average: string | null;
  subjects: readonly SignedSubject[];
  /** Ed25519, 64 bytes. */
  signature: Uint8Array;
}

export interface SignedSubject {
  title: string;
  /** As on the card: "64.3", Abs or Ex; null where a mark is missing. */
  total: string | null;
}

/**
 * Made once, for it costs more than all initials of a class; at the first name, so that functions that sign nothing
 * start without it.
 */
let segmenter: Intl.Segmenter | undefined;

/** "A.M.D." of "De Souza, Anna Maria": of the names that were given, and one of the family name. Pure. */
export function initialsOf(name: string): string {
  segmenter ??= new Intl.Segmenter();
  const letters = segmenter;
  const [family = '', given = ''] = name.split(', ');
  const first = (word: string) => (word === '' ? [] : [letters.segment(word).containing(0)?.segment ?? '']);
  const initials = [...given.split(/[\s-]+/).flatMap(first), ...first(family.trim())];
  return initials.map((letter) => `${letter.toUpperCase()}.`).join('');
}

/** Crockford's alphabet: no I, L, O and U, which are misread. */
export const codeCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const codeLength = 10;

/** `K7QF2-M9X4T`. */
export const displayCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** A code as somebody types it: in small letters, with blanks and dashes, O for 0. Null where it cannot be one. */
export function parseCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === codeLength && [...code].every((one) => codeCharacters.includes(one)) ? code : null;
}

/**
 * The first byte of a packed card. Cards are on paper for ever: another layout takes the next number, and this one
 * stays readable.
 */
const layout = 1;
const signatureLength = 64;
/** From this length on, in bytes, a text has its length in two bytes, the first of them at least this. */
const longText = 128;

/** How a total is written in two bytes: tenths, or one of these. */
const totalWords = new Map<string | null, number>([
  [null, 0xffff],
  ['Abs', 0xfffe],
  ['Ex', 0xfffd],
]);

/**
 * Packs a card into about 170 bytes.
 * @throws RangeError for a figure that a card cannot have
 */
export function packCard(card: SignedCard): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [layout];
  const number = (value: number, length: number) => {
    if (!Number.isInteger(value) || value < 0 || value >= 256 ** length)
      throw new RangeError(`${value} is out of range`);
    for (let at = length - 1; at >= 0; at--) bytes.push(Math.floor(value / 256 ** at) % 256);
  };
  const text = (value: string) => {
    const encoded = new TextEncoder().encode(value);
    if (encoded.length < longText) number(encoded.length, 1);
    else number(longText * 256 + encoded.length, 2);
    bytes.push(...encoded);
  };
  number(card.key, 1);
  number(Number(codeToBits(card.code)), 7);
  number(card.statusIndex, 3);
  number(card.signedAt, 5);
  number(card.year, 2);
  number(card.term, 1);
  text(card.termTitle);
  text(card.school);
  text(card.initials);
  text(card.classId);
  text(card.average ?? '');
  number(card.subjects.length, 1);
  for (const { title, total } of card.subjects) {
    const known = knownSubjects.indexOf(title);
    number(known + 1, 1);
    if (known < 0) text(title);
    number(totalWords.get(total) ?? tenthsOf(total ?? ''), 2);
  }
  if (card.signature.length !== signatureLength) throw new RangeError('A signature has 64 bytes');
  return new Uint8Array([...bytes, ...card.signature]);
}

/** "64.3" is 643. */
function tenthsOf(total: string): number {
  if (!/^\d{1,4}\.\d$/.test(total)) throw new RangeError(`${total} is no total`);
  return Number(total.replace('.', ''));
}

/** The card of these bytes; null where they are none. What it says is not verified yet. */
export function unpackCard(bytes: Uint8Array): SignedCard | null {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('The card ends early');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (length: number) => take(length).reduce((sum, byte) => sum * 256 + byte, 0);
  const text = () => {
    const length = number(1);
    const whole = length < longText ? length : (length - longText) * 256 + number(1);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(take(whole));
  };
  try {
    if (number(1) !== layout) return null;
    const key = number(1);
    const code = bitsToCode(BigInt(number(7)));
    const statusIndex = number(3);
    const signedAt = number(5);
    const year = number(2);
    const term = number(1);
    if (term !== 1 && term !== 2 && term !== 3) return null;
    const [termTitle, school, initials, classId, average] = [text(), text(), text(), text(), text()];
    const subjects = Array.from({ length: number(1) }, () => unpackSubject(number, text));
    const signature = new Uint8Array(take(signatureLength));
    if (at !== bytes.length) return null;
    return {
      key,
      code,
      statusIndex,
      signedAt,
      school,
      year,
      term,
      termTitle,
      initials,
      classId,
      average: average === '' ? null : average,
      subjects,
      signature,
    };
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

function unpackSubject(number: (length: number) => number, text: () => string): SignedSubject {
  const known = number(1);
  const title = known === 0 ? text() : knownSubjects[known - 1];
  if (title === undefined) throw new RangeError('A subject of a later version');
  const value = number(2);
  const word = [...totalWords].find(([, code]) => code === value);
  return { title, total: word ? word[0] : `${Math.floor(value / 10)}.${value % 10}` };
}

const codeToBits = (code: string): bigint =>
  [...code].reduce((bits, one) => {
    const value = codeCharacters.indexOf(one);
    if (value < 0 || code.length !== codeLength) throw new RangeError(`${code} is no code`);
    return bits * 32n + BigInt(value);
  }, 0n);

function bitsToCode(bits: bigint): string {
  if (bits >= 1n << BigInt(5 * codeLength)) throw new RangeError('A code has 50 bits');
  let code = '';
  for (let left = bits; code.length < codeLength; left /= 32n) code = codeCharacters[Number(left % 32n)] + code;
  return code;
}

const digits = '0123456789';
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * As decimal digits, which a QR code packs as densely as bytes; cameras hand bytes on in many ways, and digits in one.
 */
export const bytesToDigits = (bytes: Uint8Array): string => toRadix(new Uint8Array([1, ...bytes]), digits);

/** The bytes of such digits; null where they are none. */
export function digitsToBytes(text: string): Uint8Array | null {
  // The largest QR code has 7,089 digits.
  if (text.length > 7100 || !/^[1-9]\d*$/.test(text)) return null;
  const hex = BigInt(text).toString(16);
  if (!/^1([0-9a-f]{2})+$/.test(hex)) return null;
  return new Uint8Array((hex.slice(1).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));
}

/** Multibase base58btc, as `proofValue` has it. */
export const multibase = (bytes: Uint8Array): string => {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${'1'.repeat(zeros < 0 ? bytes.length : zeros)}${toRadix(bytes, base58)}`;
};

/** The bytes of a multibase text of 64 bytes. @throws RangeError for any other text */
export function parseSignature(text: string): Uint8Array {
  let value = 0n;
  for (const one of text.slice(1)) {
    const digit = base58.indexOf(one);
    if (digit < 0) throw new RangeError('Not base58');
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16).padStart(2 * signatureLength, '0');
  if (!text.startsWith('z') || hex.length !== 2 * signatureLength) throw new RangeError('Not a signature');
  return new Uint8Array((hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));
}

function toRadix(bytes: Uint8Array, alphabet: string): string {
  let text = '';
  const base = BigInt(alphabet.length);
  for (let left = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n); left > 0n; left /= base) {
    text = alphabet[Number(left % base)] + text;
  }
  return text;
}
