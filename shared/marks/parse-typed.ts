import { hiddenLeftOutMessage, removeHiddenCharacters, whyTooLong } from '../typed-text.ts';
import { type Mark, parseMarkWord } from './mark-words.ts';

/**
 * Parsers of typed, pasted and uploaded values, one for each kind (rule 40). Nothing is filtered: a text is either read
 * as a whole, or refused with a reason.
 */

/** The typed text and what became of it, shown beside the value (rule 6). */
export interface TypedNote {
  kind: 'clamped' | 'refused';
  /** As typed, trimmed. */
  typed: string;
  /** One sentence: "4.5: whole marks only.", "85 typed, 70 kept." */
  message: string;
}

/** A parsed text: the value (null: blank; undefined: refused), and a note if the value is not what was typed. */
export interface ParsedText<Value> {
  value: Value | null | undefined;
  note?: TypedNote;
}

/** The numbers that a field accepts. */
export interface NumberKind {
  /** Decimals kept; further ones are rounded half up. With 0, fractions are refused. */
  decimals: 0 | 1;
  /** What is counted, for the text of a refusal. */
  counts: 'marks' | 'numbers';
}

/** A parsed number, before any limits are checked. */
export interface WrittenNumber {
  value: number;
  /** Decimals were rounded away. */
  isRounded: boolean;
}

/** Digits with one decimal point or comma, as people and spreadsheets of either habit write a mark. */
const plainNumber = /^([+-]?)(?=.*\d)(\d*)(?:[.,](\d*))?$/;

/**
 * A comma before three digits separates thousands for one person and decimals for another: 1,000 is neither 1 nor 1000.
 */
const thousands = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** Reads a number without limits, such as a cell of a file. `refused`: why it is not a number. */
export function parseNumber(text: string, { decimals, counts }: NumberKind): WrittenNumber | { refused: string } {
  const plain = inAscii(text);
  if (thousands.test(plain)) return { refused: refusal(text, 'please write it without a comma') };
  const written = plainNumber.exec(plain);
  if (!written) return { refused: refusal(text, 'not a number') };
  const [, sign, whole = '', fraction = ''] = written;
  if (decimals === 0 && /[1-9]/.test(fraction)) return { refused: refusal(text, `whole ${counts} only`) };
  // By its digits: 4.35 is not exact in binary, and would be rounded down.
  const tenths = Number(`${whole}${fraction.charAt(0) || '0'}`) + (fraction.charAt(1) >= '5' ? 1 : 0);
  return { value: (sign === '-' ? -tenths : tenths) / 10, isRounded: /[1-9]/.test(fraction.slice(1)) };
}

/** A number from 0 to `max`. */
export interface MarkKind extends NumberKind {
  max: number;
  /** A sentence before the note, if a value above `max` is clamped. */
  aboveMax?: string | undefined;
}

/** Reads a mark or a count, and clamps it from 0 to its maximum with a note (product §5, rule 6). */
export function parseMark(text: string, kind: MarkKind): ParsedText<number> {
  const typed = text.trim();
  if (typed === '') return { value: null };
  const number = parseNumber(typed, kind);
  if ('refused' in number) return { value: undefined, note: { kind: 'refused', typed, message: number.refused } };
  const kept = Math.min(Math.max(number.value, 0), kind.max);
  if (kept === number.value && !number.isRounded) return { value: kept };
  const reason = kind.aboveMax !== undefined && number.value > kind.max ? `${kind.aboveMax} ` : '';
  const message = `${reason}${shortenTyped(typed)} typed, ${kept} kept.`;
  return { value: kept, note: { kind: 'clamped', typed, message } };
}

/** Reads a mark, or a word for absent or exempt in any case (rule 43). */
export function parseEnteredMark(text: string, kind: MarkKind): ParsedText<Mark> {
  const word = parseMarkWord(inAscii(text));
  return word === null ? parseMark(text, kind) : { value: word };
}

/** A number of a setting, such as the total of an assessment: refused, not clamped, outside of its range. */
export interface SettingKind extends NumberKind {
  from: number;
  to: number;
}

/** Reads a number of a setting. Null: blank. */
export function parseSetting(text: string, kind: SettingKind): ParsedText<number> {
  const typed = text.trim();
  if (typed === '') return { value: null };
  const refused = (message: string): ParsedText<number> => ({
    value: undefined,
    note: { kind: 'refused', typed, message },
  });
  const number = parseNumber(typed, kind);
  if ('refused' in number) return refused(number.refused);
  if (number.isRounded) return refused(refusal(typed, 'one decimal only'));
  const { from, to } = kind;
  return number.value < from || number.value > to
    ? refused(refusal(typed, `from ${from} to ${to} only`))
    : { value: number.value };
}

/** Most times late or absent in a term. */
const mostTimes = 999;

/** Reads times late or absent of a term report: anything but digits clears the field, with a note (product §5). */
export function parseTimesCount(text: string): ParsedText<number> {
  const typed = text.trim();
  if (/^\d*$/.test(inAscii(typed))) return parseMark(typed, { max: mostTimes, decimals: 0, counts: 'numbers' });
  return { value: null, note: { kind: 'refused', typed, message: refusal(typed, 'digits only, cleared') } };
}

/** Reads one of `letters`, which are in order, in either case. */
export function parseGrade(text: string, letters: readonly string[]): ParsedText<string> {
  const typed = text.trim();
  if (typed === '') return { value: null };
  const letter = inAscii(typed).toUpperCase();
  if (letters.includes(letter)) return { value: letter };
  const message = refusal(typed, `grades ${letters[0]} to ${letters.at(-1)} only`);
  return { value: undefined, note: { kind: 'refused', typed, message } };
}

/** Reads a text of up to `limit` UTF-16 units; a longer one is refused whole. */
export function parseTypedText(text: string, limit: number): ParsedText<string> {
  const { text: seen, count } = removeHiddenCharacters(text);
  const typed = seen.trim();
  const message = whyTooLong(typed, limit);
  if (message !== null) return { value: undefined, note: { kind: 'refused', typed, message } };
  const value = typed === '' ? null : typed;
  return count === 0 ? { value } : { value, note: { kind: 'clamped', typed, message: hiddenLeftOutMessage(count) } };
}

/** A typed text, cut to be shown beside a value. */
export const shortenTyped = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

const refusal = (typed: string, reason: string): string => `${shortenTyped(typed.trim())}: ${reason}.`;

/** Distance of a full-width character from its ASCII equivalent. */
const fromWide = 0xfee0;
const marksOfOtherScripts: Readonly<Record<string, string>> = { '٫': '.', '。': '.', '،': ',', '、': ',', '−': '-' };

/**
 * Converts full-width characters and the digits, points and signs of other scripts to ASCII, and removes invisible
 * format characters.
 */
function inAscii(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - fromWide))
    .replace(/[٫。،、−]/g, (mark) => marksOfOtherScripts[mark] ?? mark)
    .replace(/\p{Nd}/gu, digitOf)
    .trim();
}

const isDigit = /^\p{Nd}$/u;

/** The value of a digit: in Unicode the digits of a script are ten consecutive characters. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
