import type { Column } from './column.ts';

/** What a cell is made of; a null is blank. */
export type CellValue = string | number | boolean | null | undefined | readonly string[];

/**
 * The text of a value in its cell, before the cell is quoted. Line breaks are not allowed in one. A comma divides the
 * members of a list and readers know no other way: a member has none, and a subject its whole name in its course.
 */
export function cellText(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return value.map((member) => joinParts(member.split(/[\r\n,]/))).join(',');
  return onOneLine(String(value));
}

/** A row as the file has it, with its line break (RFC 4180). */
export const csvLine = (texts: readonly string[]): string => `${texts.map(quoted).join(',')}\r\n`;

/** A row of a table, its columns in their order. */
export const csvRow = (columns: readonly Column[], record: Readonly<Record<string, CellValue>>): string =>
  csvLine(columns.map(({ name }) => cellText(record[name])));

/** The members of a list; one that another system has quoted within the cell keeps its commas. */
export function splitList(text: string): string[] {
  const members: string[] = [];
  for (const [, , whole, bare = ''] of text.matchAll(/(^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?=,|$)/g)) {
    const member = whole === undefined ? bare.trim() : whole.replaceAll('""', '"');
    if (member !== '') members.push(member);
  }
  return members;
}

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const onOneLine = (text: string): string => (/[\r\n]/.test(text) ? joinParts(text.split(/[\r\n]/)) : text);
const joinParts = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
