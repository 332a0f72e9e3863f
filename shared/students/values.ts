import * as z from 'zod/mini';
import { id } from '../http/fields.ts';
import { exampleDay } from '../school/display-date.ts';
import { parseDay } from '../school/parse-day.ts';
import type { CodeLists } from './code-lists.ts';
import { type CodeChoice, foldCode } from './codes.ts';
import { type StudentField, type StudentFieldType, studentFields } from './fields.ts';
import { studentWordings } from './wordings.ts';

/** A typed text as it is stored (null: blank), or the sentence that says why it is refused and what to do. */
type StudentValue = { value: string | null } | { refused: string };
export type StudentValueReader = (field: StudentField, typed: string) => StudentValue;

/** The values that a class, a house or a choice may have, and today's date at the school, yyyy-MM-dd. */
export interface ValueLists {
  classes: readonly string[];
  houses: readonly { id: string; name: string }[];
  codes: CodeLists;
  today: string;
}

const refused = (why: string): StudentValue => ({ refused: why });

/**
 * Makes the only reader of a student's facts (rule 40): it converts what is typed, pasted or uploaded into the stored
 * value, or refuses it with a reason. Dates become yyyy-MM-dd, yes or no "Yes" and "No", classes, houses and choices
 * their ids and codes, by name too. Text is normalized (NFC), with plain blanks, and trimmed. The caller decides
 * whether a field may be blank.
 */
export function createStudentValueReader({ classes, houses, codes, today }: ValueLists): StudentValueReader {
  const named = (name: string): CodeChoice => ({ code: name, name });
  const ofClass = choiceOf(classes.map(named), 'The school has no class', (text) => foldCode(text).replaceAll(' ', ''));
  const ofHouse = choiceOf(
    houses.map(({ id: code, name }) => ({ code, name })),
    'The school has no house',
  );
  const ofList = new Map(Object.entries(codes).map(([list, entries]) => [list, choiceOf(entries, 'The list has no')]));
  return (field, typed) => {
    const { type, limit = 500, codes: list = '' } = studentFields[field];
    const text = cleaned(typed, type);
    if (/[\p{Cc}\p{Surrogate}\ufffe\uffff]/u.test(text.replaceAll('\n', ''))) {
      return refused('One of these characters cannot be stored. Please type it again.');
    }
    if (text === '') return { value: null };
    if (limitedTypes.has(type) && text.length > limit) {
      return refused(`At most ${limit} characters; this has ${text.length}.`);
    }
    if (field === 'id') return readId(text);
    switch (type) {
      case 'text':
      case 'long text':
        return { value: text };
      case 'number':
        return /^\d+$/.test(text) ? { value: String(Number(text)) } : refused('A whole number, such as 3.');
      case 'date':
        return readDate(text, field === 'date_of_birth' || field === 'date_of_leaving' ? today : undefined);
      case 'phone':
        return isPhone(text) ? { value: text } : refused('A phone number, such as 868-555-0123.');
      case 'email':
        return z.email().safeParse(text).success ? { value: text } : refused('An address such as name@mail.com.');
      case 'yes or no':
        return readYesOrNo(text);
      case 'choice':
        return ofList.get(list)?.(text) ?? refused('The school has no list for this.');
      case 'class':
        return ofClass(text);
      case 'house':
        return ofHouse(text);
      case 'file':
      case 'picture':
        return refused('A file is uploaded, not typed.');
    }
  };
}

/** Types with a limit of characters; the values of the others are checked themselves. */
const limitedTypes: ReadonlySet<StudentFieldType> = new Set(['text', 'long text', 'phone', 'email']);

function cleaned(typed: string, type: StudentFieldType): string {
  const text = typed.normalize('NFC').replaceAll(/[\u200b\ufeff]/g, '');
  if (type !== 'long text') return text.replaceAll(/\s+/g, ' ').trim();
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();
}

function readId(text: string): StudentValue {
  return id.safeParse(text).success
    ? { value: text }
    : refused('Up to 40 letters a to z, digits, blanks, dots and dashes; the first is a letter or digit.');
}

const example = `Please write day, month’s name and year: ${exampleDay}.`;

function readDate(text: string, latest: string | undefined): StudentValue {
  const day = parseDay(text);
  if (day === undefined) {
    const isShort = /^\d{1,2}[-/. ]+[a-z\d]+[-/., ]+\d{2}$/i.test(text);
    return refused(isShort ? `The year has four digits: ${exampleDay}.` : `This is not a date. ${example}`);
  }
  if (day < '1950-01-01') return refused('The earliest date is 01-Jan-1950.');
  if (latest !== undefined && day > latest) return refused('This day is in the future.');
  return day > '2100-12-31' ? refused('The latest date is 31-Dec-2100.') : { value: day };
}

/** Digits with the usual separators, two numbers separated by a slash or comma, an extension. */
const isPhone = (text: string): boolean =>
  /^[+(]?\d[\d ()./,;+-]*(?: ?(?:x|ext\.?) ?\d+)?$/i.test(text) && text.replaceAll(/\D/g, '').length >= 3;

const yesOrNo: Readonly<Record<string, string>> = {
  yes: 'Yes',
  y: 'Yes',
  true: 'Yes',
  '1': 'Yes',
  no: 'No',
  n: 'No',
  false: 'No',
  '0': 'No',
};

function readYesOrNo(text: string): StudentValue {
  const value = Object.hasOwn(yesOrNo, text.toLowerCase()) ? yesOrNo[text.toLowerCase()] : undefined;
  return value === undefined ? refused(studentWordings.yesOrNo) : { value };
}

/** Most choices that a refusal names. */
const maxNamedChoices = 12;

/** Reads a choice of a list by its code or name, ignoring case. */
function choiceOf(entries: readonly CodeChoice[], none: string, fold = foldCode): (text: string) => StudentValue {
  const known = new Map(entries.flatMap(({ code, name }) => [code, name].map((text) => [fold(text), code] as const)));
  return (text) => {
    const code = known.get(fold(text));
    if (code !== undefined) return { value: code };
    const names = entries.slice(0, maxNamedChoices).map(({ name }) => name);
    const given = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    return refused(
      `${none} “${given}”. There are: ${names.join(', ')}${entries.length > maxNamedChoices ? ', …' : '.'}`,
    );
  };
}
