import { parse } from 'csv-parse/sync';
import JSZip from 'jszip';
import { type Rule, tablesByVersion } from './tables.ts';

/** Something that the standard does not allow. */
export interface Fault {
  file: string;
  /** As an editor numbers it; absent of a file as a whole. */
  line?: number;
  column?: string;
  says: string;
}

export interface Validation {
  version: string | null;
  faults: readonly Fault[];
  /** Rows by file. */
  rows: Readonly<Record<string, number>>;
}

type Row = Readonly<Record<string, string>>;

interface ReadTable {
  name: string;
  mode: 'bulk' | 'delta';
  rules: readonly Rule[];
  rows: readonly Row[];
}

const manifestName = 'manifest.csv';
const beginning = ['sourcedId', 'status', 'dateLastModified'];
const patterns: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  year: /^\d{4}$/,
  whole: /^-?\d+$/,
  number: /^-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
  moment: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  id: /^[0-9A-Za-z._/@-]{1,255}$/,
};

/** What a cell has to be, in words. */
const names: Readonly<Record<string, string>> = { year: 'year', whole: 'whole number', number: 'number' };

/** Checks a zip of OneRoster CSV files, 1.1 or 1.2, by the standard. */
export async function validateRosterZip(bytes: Uint8Array): Promise<Validation> {
  const faults: Fault[] = [];
  const zip = await JSZip.loadAsync(bytes, { checkCRC32: true });
  const contents = new Map<string, Uint8Array>();
  for (const entry of Object.values(zip.files)) {
    if (entry.dir || entry.name.includes('/')) faults.push({ file: entry.name, says: 'is not at the root of the zip' });
    else contents.set(entry.name, await entry.async('uint8array'));
  }
  const manifest = contents.get(manifestName);
  if (!manifest) {
    faults.push({ file: manifestName, says: 'is missing' });
    return { version: null, faults, rows: {} };
  }
  const { version, modes } = readManifest(manifest, faults);
  const tables = version === null ? undefined : tablesByVersion.get(version);
  if (!tables) return { version, faults, rows: {} };
  for (const name of contents.keys()) {
    if (name !== manifestName && !tables.has(name.replace(/\.csv$/, '')))
      faults.push({ file: name, says: 'is no file of this version' });
  }
  const read: ReadTable[] = [];
  for (const [name, rules] of tables) {
    const mode = modes.get(`file.${name}`);
    const content = contents.get(`${name}.csv`);
    if (mode === undefined) faults.push({ file: manifestName, says: `does not say whether there is ${name}.csv` });
    else if (!['absent', 'bulk', 'delta'].includes(mode))
      faults.push({ file: manifestName, says: `says ${mode} of ${name}.csv, and may say absent, bulk or delta` });
    else if (mode === 'absent' && content)
      faults.push({ file: `${name}.csv`, says: 'is there, and absent by the manifest' });
    else if (mode !== 'absent' && !content)
      faults.push({ file: `${name}.csv`, says: `is missing, and ${mode} by the manifest` });
    else if (content && (mode === 'bulk' || mode === 'delta')) {
      const rows = readTable(content, { name, rules }, faults);
      if (rows) read.push({ name, mode, rules, rows });
    }
  }
  checkValues(read, faults);
  checkReferences(read, faults);
  checkDeletions(read, faults);
  checkSense(read, faults);
  return { version, faults, rows: Object.fromEntries(read.map(({ name, rows }) => [name, rows.length])) };
}

/** Line of a row, below the headings. */
const lineOf = (index: number): number => index + 2;

function readCells(content: Uint8Array, file: string, faults: Fault[]): string[][] | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    faults.push({ file, says: 'is not UTF-8' });
    return null;
  }
  try {
    const rows: string[][] = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: false });
    for (const [index, row] of rows.entries()) {
      if (row.some((cell) => /[\r\n]/.test(cell)))
        faults.push({ file, line: index + 1, says: 'has a line break within a cell' });
    }
    return rows;
  } catch (error) {
    faults.push({ file, says: `is no CSV as RFC 4180 has it: ${(error as Error).message}` });
    return null;
  }
}

function readManifest(content: Uint8Array, faults: Fault[]) {
  const modes = new Map<string, string>();
  const rows = readCells(content, manifestName, faults) ?? [];
  const [head, ...properties] = rows;
  if (head?.join() !== 'propertyName,value')
    faults.push({ file: manifestName, line: 1, says: 'has other headings than propertyName,value' });
  for (const [index, row] of properties.entries()) {
    const [name = '', value = ''] = row;
    const at = { file: manifestName, line: lineOf(index) };
    if (row.length !== 2) faults.push({ ...at, says: 'has not two cells' });
    if (modes.has(name)) faults.push({ ...at, says: `says ${name} twice` });
    modes.set(name, value);
  }
  const version = modes.get('oneroster.version') ?? null;
  const tables = tablesByVersion.get(version ?? '');
  if (modes.get('manifest.version') !== '1.0')
    faults.push({ file: manifestName, says: 'has another version than 1.0' });
  if (!tables) faults.push({ file: manifestName, says: `is of OneRoster ${version}, which is neither 1.1 nor 1.2` });
  const known = new Set(['manifest.version', 'oneroster.version', 'source.systemName', 'source.systemCode']);
  for (const name of modes.keys()) {
    if (!known.has(name) && !tables?.has(name.replace(/^file\./, '')))
      faults.push({ file: manifestName, says: `has a property ${name} that there is not` });
  }
  return { version, modes };
}

function readTable(
  content: Uint8Array,
  { name, rules }: { name: string; rules: readonly Rule[] },
  faults: Fault[],
): Row[] | null {
  const file = `${name}.csv`;
  const cells = readCells(content, file, faults);
  if (!cells) return null;
  const [head = [], ...rows] = cells;
  const wanted = [...beginning, ...rules.map(({ column }) => column)];
  if (head.slice(0, wanted.length).join() !== wanted.join()) {
    const index = wanted.findIndex((column, place) => head[place] !== column);
    faults.push({ file, line: 1, says: `has ${head[index] ?? 'nothing'} where ${wanted[index]} belongs` });
    return null;
  }
  for (const column of head.slice(wanted.length)) {
    if (!column.startsWith('metadata.')) faults.push({ file, line: 1, column, says: 'is no column of the standard' });
  }
  if (new Set(head).size < head.length) faults.push({ file, line: 1, says: 'has two columns of one name' });
  if (rows.length === 0) faults.push({ file, says: 'has no rows' });
  return rows.map((row, index) => {
    if (row.length !== head.length)
      faults.push({ file, line: lineOf(index), says: `has ${row.length} cells, and its headings are ${head.length}` });
    return Object.fromEntries(head.map((column, place) => [column, row[place] ?? '']));
  });
}

function checkValues(read: readonly ReadTable[], faults: Fault[]): void {
  for (const { name, mode, rules, rows } of read) {
    const file = `${name}.csv`;
    const ids = new Set<string>();
    for (const [index, row] of rows.entries()) {
      const say = (column: string, says: string) => faults.push({ file, line: lineOf(index), column, says });
      const { sourcedId = '', status = '', dateLastModified = '' } = row;
      if (!patterns.id?.test(sourcedId)) say('sourcedId', `${sourcedId} is no id`);
      if (ids.has(sourcedId)) say('sourcedId', `${sourcedId} is there twice`);
      ids.add(sourcedId);
      if (mode === 'bulk') {
        if (status !== '') say('status', 'is blank in a whole file');
        if (dateLastModified !== '') say('dateLastModified', 'is blank in a whole file');
      } else {
        if (!['active', 'tobedeleted'].includes(status)) say('status', `${status} is neither active nor tobedeleted`);
        if (!isMoment(dateLastModified)) say('dateLastModified', `${dateLastModified} is no moment in UTC`);
      }
      for (const rule of rules) {
        const text = row[rule.column] ?? '';
        if (text === '') {
          if (rule.isRequired) say(rule.column, 'may not be blank');
          continue;
        }
        for (const member of rule.isList ? membersOf(text) : [text]) {
          const fault = rule.isList && member === '' ? 'has a member that is blank' : faultOf(member, rule);
          if (fault !== null) say(rule.column, fault);
        }
      }
    }
  }
}

function faultOf(text: string, { holds }: Rule): string | null {
  if ('file' in holds) return patterns.id?.test(text) ? null : `${text} is no id`;
  if ('words' in holds) {
    const isOwn = holds.mayAdd && /^ext:./.test(text);
    return holds.words.includes(text) || isOwn ? null : `${text} is none of ${holds.words.join(', ')}`;
  }
  if (holds.kind === 'date') return isDay(text) ? null : `${text} is not a date`;
  const pattern = patterns[holds.kind];
  return !pattern || pattern.test(text) ? null : `${text} is not a ${names[holds.kind]}`;
}

const isDay = (text: string): boolean =>
  patterns.date?.test(text) === true &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);
const isMoment = (text: string): boolean => patterns.moment?.test(text) === true && !Number.isNaN(Date.parse(text));

/** Members of a list stand between commas, and are not quoted themselves. */
const membersOf = (text: string): string[] => text.split(',');

const idsOf = (read: readonly ReadTable[], name: string): ReadonlySet<string> =>
  new Set(read.find((table) => table.name === name)?.rows.map(({ sourcedId = '' }) => sourcedId));

/** Whole files are whole together: what a row points to is there. Files of changes may point to what is known. */
function checkReferences(read: readonly ReadTable[], faults: Fault[]): void {
  const ids = new Map(read.map(({ name }) => [name, idsOf(read, name)]));
  const isWhole = read.every(({ mode }) => mode === 'bulk');
  if (!isWhole) return;
  for (const { name, rules, rows } of read) {
    for (const rule of rules) {
      if (!('file' in rule.holds)) continue;
      const there = ids.get(rule.holds.file);
      for (const [index, row] of rows.entries()) {
        const text = row[rule.column] ?? '';
        for (const id of text === '' ? [] : rule.isList ? membersOf(text) : [text]) {
          if (there?.has(id)) continue;
          const at = { file: `${name}.csv`, line: lineOf(index), column: rule.column };
          faults.push({ ...at, says: `${id} is not in ${rule.holds.file}.csv` });
        }
      }
    }
  }
}

/** A row that stays does not point to one that the same zip deletes. */
function checkDeletions(read: readonly ReadTable[], faults: Fault[]): void {
  const isDeleted = ({ status }: Row): boolean => status === 'tobedeleted';
  const deleted = new Map(
    read.map(({ name, rows }) => [name, new Set(rows.filter(isDeleted).map(({ sourcedId = '' }) => sourcedId))]),
  );
  for (const { name, rules, rows } of read) {
    for (const { column, holds, isList } of rules) {
      if (!('file' in holds)) continue;
      const gone = deleted.get(holds.file);
      for (const [index, row] of rows.entries()) {
        const text = row[column] ?? '';
        const ids = isDeleted(row) ? [] : isList ? membersOf(text) : [text];
        for (const id of ids.filter((one) => gone?.has(one)))
          faults.push({
            file: `${name}.csv`,
            line: lineOf(index),
            column,
            says: `${id} is deleted in ${holds.file}.csv`,
          });
      }
    }
  }
}

/** What the standard says in words. */
function checkSense(read: readonly ReadTable[], faults: Fault[]): void {
  const rowsOf = (name: string) => read.find((table) => table.name === name)?.rows ?? [];
  const byId = (name: string) => new Map(rowsOf(name).map((row) => [row.sourcedId ?? '', row]));
  const say = (file: string, index: number, column: string, says: string) =>
    faults.push({ file: `${file}.csv`, line: lineOf(index), column, says });
  for (const table of ['academicSessions', 'orgs']) {
    const known = byId(table);
    for (const [index, row] of rowsOf(table).entries()) {
      const seen = new Set<string>();
      for (let at: Row | undefined = row; at; at = known.get(at.parentSourcedId ?? '')) {
        const { sourcedId = '' } = at;
        if (seen.has(sourcedId)) {
          say(table, index, 'parentSourcedId', 'is above itself');
          break;
        }
        seen.add(sourcedId);
      }
    }
  }
  for (const [index, { startDate = '', endDate = '' }] of rowsOf('academicSessions').entries()) {
    if (startDate >= endDate) say('academicSessions', index, 'endDate', 'is not behind startDate');
  }
  for (const table of ['courses', 'classes']) {
    for (const [index, { subjects = '', subjectCodes = '' }] of rowsOf(table).entries()) {
      const [names, codes] = [subjects, subjectCodes].map((text) => (text === '' ? 0 : membersOf(text).length));
      if (names !== codes) say(table, index, 'subjectCodes', 'has not one code for each subject');
    }
  }
  const users = idsOf(read, 'users');
  for (const [index, { sourcedId = '' }] of rowsOf('demographics').entries()) {
    if (users.size > 0 && !users.has(sourcedId)) say('demographics', index, 'sourcedId', 'is no user');
  }
  const primary = new Map<string, number>();
  for (const { userSourcedId = '', roleType } of rowsOf('roles')) {
    if (roleType === 'primary') primary.set(userSourcedId, (primary.get(userSourcedId) ?? 0) + 1);
  }
  if (read.every(({ mode }) => mode === 'bulk') && rowsOf('roles').length > 0) {
    for (const [index, { sourcedId = '' }] of rowsOf('users').entries()) {
      if ((primary.get(sourcedId) ?? 0) === 0) say('users', index, 'sourcedId', 'has no primary role');
    }
  }
  const items = byId('lineItems');
  for (const [index, { lineItemSourcedId = '', score = '', scoreStatus }] of rowsOf('results').entries()) {
    const { resultValueMin = '', resultValueMax = '' } = items.get(lineItemSourcedId) ?? {};
    const isOut =
      (resultValueMin !== '' && Number(score) < Number(resultValueMin)) ||
      (resultValueMax !== '' && Number(score) > Number(resultValueMax));
    if (score !== '' && isOut)
      say('results', index, 'score', `${score} is not of ${resultValueMin} to ${resultValueMax}`);
    if (scoreStatus === 'fully graded' && score === '')
      say('results', index, 'score', 'may not be blank where it is fully graded');
  }
}
