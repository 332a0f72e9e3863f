import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { fingerprintOfKey, isSignedAsItIs } from '#functions/platform/identity/signed-content.ts';
import {
  type FiguresContent,
  type FiguresFile,
  figuresFile,
  figuresFormat,
} from '#shared/options/district/figures-file.ts';
import { termTitle } from '#shared/school/academic-year.ts';

/** Schools of one workbook. */
export const mostSchools = 150;
/** Bytes: a school of five hundred subjects has a third of it. */
const largestFile = 2_000_000;

/** A file that is merged. */
export interface SchoolFigures {
  file: string;
  content: FiguresContent;
  /** Of the key that signed it. */
  fingerprint: string;
}

/** A file that is not, with the reason. */
export interface RefusedFile {
  file: string;
  reason: string;
}

/** A school that has to send a file: a line of the list. */
export interface ListedSchool {
  code: string;
  name: string;
  /** Null where the list does not say its key. */
  fingerprint: string | null;
}

export interface ReadFiles {
  merged: SchoolFigures[];
  refused: RefusedFile[];
  /** Of the list, without a file that is merged. */
  missing: ListedSchool[];
}

interface Term {
  year: number;
  term: number;
}

/**
 * Reads a folder's `.json` files and decides which are merged: each as its school signed it, of one term, one a school.
 * @param asked the term; where none is, that of most of the files
 */
export async function readFiles(
  folder: string,
  { schools = null, asked = null }: { schools?: readonly ListedSchool[] | null; asked?: Term | null } = {},
): Promise<ReadFiles> {
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.json')).sort();
  const read = await Promise.all(names.map((file) => readFigures(join(folder, file), file)));
  return chooseFiles(read, { schools, asked });
}

/** One file, as its key signed it; or why it is none. */
async function readFigures(path: string, file: string): Promise<SchoolFigures | RefusedFile> {
  if ((await stat(path)).size > largestFile)
    return { file, reason: 'The file is larger than figures of a school are.' };
  return parseFigures(await readFile(path, 'utf8'), file);
}

/** Pure. */
export function parseFigures(text: string, file: string): SchoolFigures | RefusedFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { file, reason: 'The file is not JSON.' };
  }
  const { format, version } = (json as { content?: { format?: unknown; version?: unknown } } | null)?.content ?? {};
  if (format !== figuresFormat) return { file, reason: 'The file has no figures of a school.' };
  if (version !== 1)
    return { file, reason: `The file is of version ${String(version)}: this program reads version 1.` };
  const parsed = figuresFile.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { file, reason: `The file is not as the format has it, at ${issue?.path.join('.') || 'its beginning'}.` };
  }
  if (!isSignedAsItIs(json as FiguresFile)) return { file, reason: 'The file was changed after the school signed it.' };
  return { file, content: parsed.data.content, fingerprint: fingerprintOfKey(parsed.data.signature.key) };
}

const isRefused = (one: SchoolFigures | RefusedFile): one is RefusedFile => 'reason' in one;

/** Which of the files are merged. Pure. */
export function chooseFiles(
  read: readonly (SchoolFigures | RefusedFile)[],
  { schools, asked }: { schools: readonly ListedSchool[] | null; asked: Term | null },
): ReadFiles {
  const refused = read.filter(isRefused);
  const whole = read.filter((one): one is SchoolFigures => !isRefused(one));
  const term = asked ?? mostFrequentTerm(whole.map(({ content }) => content));
  const merged: SchoolFigures[] = [];
  const latestOf = Map.groupBy(
    whole.filter(({ content }) => isOf(content, term)),
    ({ content }) => content.school.code,
  );
  for (const one of whole) {
    const reason = reasonAgainst(one, { term, schools, ofSchool: latestOf.get(one.content.school.code) ?? [] });
    if (reason === null && merged.length < mostSchools) merged.push(one);
    else refused.push({ file: one.file, reason: reason ?? `Only ${mostSchools} schools are merged at once.` });
  }
  const has = new Set(merged.map(({ content }) => content.school.code));
  return {
    merged: merged.sort((a, b) => a.content.school.name.localeCompare(b.content.school.name, 'en')),
    refused: refused.sort((a, b) => a.file.localeCompare(b.file, 'en')),
    missing: (schools ?? []).filter(({ code }) => !has.has(code)),
  };
}

interface Facts {
  term: Term | null;
  schools: readonly ListedSchool[] | null;
  /** The files of the school and the term. */
  ofSchool: readonly SchoolFigures[];
}

function reasonAgainst(one: SchoolFigures, { term, schools, ofSchool }: Facts): string | null {
  const { content, fingerprint } = one;
  const { name, code } = content.school;
  if (!isOf(content, term))
    return `${name}: the file is of ${termTitle(content)}, and not of ${term && termTitle(term)}.`;
  const listed = schools?.find((school) => school.code === code);
  if (schools && !listed) return `${name} (${code}) is not in the list of schools.`;
  if (listed?.fingerprint && listed.fingerprint !== fingerprint)
    return `${name}: the file is signed by another key than the school’s, ${fingerprint}. Ask the school.`;
  if (new Set(ofSchool.map((other) => other.fingerprint)).size > 1)
    return `${name} has files of different keys: ${listFiles(ofSchool)}. Ask the school which is its own.`;
  const latest = Math.max(...ofSchool.map((other) => other.content.number));
  const lasts = ofSchool.filter((other) => other.content.number === latest);
  if (content.number < latest) return `${name} has a later file of the term: ${listFiles(lasts)}.`;
  if (new Set(lasts.map(hashOf)).size > 1) return `${name} has two files of one number: ${listFiles(lasts)}.`;
  return lasts[0] === one ? null : `${name}: the same file as ${lasts[0]?.file}.`;
}

const listFiles = (files: readonly SchoolFigures[]): string => files.map(({ file }) => file).join(', ');
const hashOf = (one: SchoolFigures): string => createHash('sha256').update(JSON.stringify(one.content)).digest('hex');
const isOf = (content: Term, term: Term | null): boolean =>
  term !== null && content.year === term.year && content.term === term.term;

/** The latest of those that most files have. */
function mostFrequentTerm(terms: readonly Term[]): Term | null {
  const counted = [...Map.groupBy(terms, ({ year, term }) => 10 * year + term)].sort(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || b - a,
  );
  return counted[0]?.[1][0] ?? null;
}

/**
 * The list of schools: lines `code,name,key`, with or without a heading; the key may be missing. Names with commas are
 * in quotes.
 * @throws Error naming the line
 */
export function parseSchools(text: string): ListedSchool[] {
  const rows = parse(text, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (cells: string[], { lines }) => [String(lines), ...cells],
  });
  return rows.flatMap(([line, code = '', name = '', fingerprint = ''], index) => {
    if (index === 0 && code.toLowerCase() === 'code') return [];
    if (!/^[a-z][a-z0-9-]{1,15}$/.test(code))
      throw new Error(`Line ${line} of the list does not begin with the code of a school.`);
    if (fingerprint !== '' && !/^([0-9A-F]{4}-){4}[0-9A-F]{4}$/.test(fingerprint))
      throw new Error(`Line ${line} of the list: ${fingerprint} is no key, such as 3F2A-0B1C-77D0-41E9-90CC.`);
    return [{ code, name: name || code, fingerprint: fingerprint || null }];
  });
}
