import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { studentsWhoSignIn } from '#options/tests';
import type { CallRow, MenuKey, Role } from '#shared/http/contract.ts';

/** Columns of `rights.md` that say who is let in. */
export const columns = [
  'Signed out',
  'Own teacher',
  'Form teacher',
  'Dean',
  'Senior post',
  'Other teachers',
  'Admin',
  'PTA',
  'Student',
] as const;
export type Column = (typeof columns)[number];

const cells = ['yes', '–', 'own', 'editing', 'managing', 'erasing'] as const;
export type Cell = (typeof cells)[number];

/** One line of the calls: who may ask it. */
export interface Right {
  /** "POST /api/table1 (dean’s remarks)": the call, and in brackets what of it is asked. */
  title: string;
  /** "POST /api/table1". */
  call: string;
  what: string;
  cells: Readonly<Record<Column, Cell>>;
  /** Any one of them is enough for an Admin; empty where none is needed, or where none would do. */
  menus: readonly MenuKey[];
}

/** One line of what the answers show: the paths of fields, or the name of a document. */
export interface ShownFields {
  call: string;
  roles: readonly Role[];
  fields: ReadonlySet<string>;
}

/** One line of what a scan station may do. */
export interface StationRight {
  call: string;
  what: string;
  fields: ReadonlySet<string>;
}

/** One field of a term report. */
export interface FieldRight {
  field: string;
  cells: Readonly<Record<'Form teacher' | 'Dean' | 'Admin', Cell>>;
}

/** The admin menu (product §2): its items' labels and keys. */
const menuLabels: Readonly<Record<string, MenuKey>> = {
  'Current Term': 'dashboard',
  Teachers: 'employees',
  Students: 'students',
  Subjects: 'studentSubjects',
  'Post Term Reports': 'postReports',
  'Edit\\View Term Details': 'termReports',
  'Enter Marks': 'enterMarks',
  'Course Mark': 'courseMark',
  Reports: 'reports',
  Registration: 'registration',
  Promotion: 'promotion',
  'Student Attendance': 'attendanceStudent',
  Completeness: 'completeness',
  'Office Log': 'officeLog',
};

const shownTo: Readonly<Record<string, readonly Role[]>> = {
  teachers: ['teacher'],
  Admin: ['Admin'],
  PTA: ['PTA'],
  students: ['student'],
  everybody: ['teacher', 'Admin', 'PTA', 'student'],
};

type Row = Readonly<Record<string, string>>;

/** The page of the core, and one of each option. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const pages = globSync(['rights.md', 'options/*/rights.md'], { cwd: folder }).map((page) =>
  readFileSync(join(folder, page), 'utf8'),
);

const ofStations = 'What a scan station may do';

/** The rows of every table under a heading of the second order, by the titles of their columns. */
function rowsUnder(heading: string): Row[] {
  const section = pages
    .flatMap((text) => text.split(/^## /m))
    .filter((part) => part.startsWith(`${heading}\n`))
    .join('\n');
  // Of an option, whose own test compares its calls with what is there.
  if (section === '' && heading !== ofStations) throw new Error(`rights.md has nothing under "${heading}"`);
  const rows: Row[] = [];
  let titles: string[] | undefined;
  for (const line of section.split('\n')) {
    if (!line.startsWith('|')) titles = undefined;
    else if (!/^\|[-|]+$/.test(line)) {
      const texts = line
        .split('|')
        .slice(1, -1)
        .map((text) => text.trim());
      if (titles === undefined) titles = texts;
      else {
        if (texts.length !== titles.length) throw new Error(`rights.md: another number of columns in ${line}`);
        rows.push(Object.fromEntries(titles.map((title, index) => [title, texts[index] ?? ''])));
      }
    }
  }
  return rows;
}

function cellOf(row: Row, column: string): Cell {
  const cell = cells.find((one) => one === row[column]);
  if (cell === undefined) throw new Error(`rights.md: "${row[column]}" under ${column} in ${JSON.stringify(row)}`);
  return cell;
}

function known<T>(table: Readonly<Record<string, T>>, name: string): T {
  const value = table[name];
  if (value === undefined) throw new Error(`rights.md: nobody knows "${name}"`);
  return value;
}

const namesIn = (text: string | undefined): string[] => (text ? text.split(', ') : []);

export const rights: readonly Right[] = rowsUnder('The calls').map((row) => {
  const title = (row.Call ?? '').replaceAll('`', '');
  return {
    title,
    call: title.replace(/ \(.*$/, ''),
    what: row['What it does'] ?? '',
    cells: Object.fromEntries(columns.map((column) => [column, cellOf(row, column)])) as Record<Column, Cell>,
    menus: row.Menu === 'any' ? [] : namesIn(row.Menu).map((label) => known(menuLabels, label)),
  };
});

export const fieldRights: readonly FieldRight[] = rowsUnder('Writing on a term report').map((row) => ({
  field: (row.Name ?? '').replaceAll('`', ''),
  cells: { 'Form teacher': cellOf(row, 'Form teacher'), Dean: cellOf(row, 'Dean'), Admin: cellOf(row, 'Admin') },
}));

export const shownFields: readonly ShownFields[] = rowsUnder('What the answers show').map((row) => ({
  call: (row.Call ?? '').replaceAll('`', ''),
  roles: namesIn(row['Shown to']).flatMap((name) => known(shownTo, name)),
  fields: new Set(pathsIn(row.Fields ?? '')),
}));

export const stationRights: readonly StationRight[] = rowsUnder(ofStations).map((row) => ({
  call: (row.Call ?? '').replaceAll('`', ''),
  what: row['What it does'] ?? '',
  fields: new Set(pathsIn(row.Fields ?? '')),
}));

/** "total, data (name, late)" as the paths of its fields: total, data, data.name, data.late. */
function pathsIn(text: string): string[] {
  const paths: string[] = [];
  const above: string[] = [];
  for (const token of text.match(/[^(),]+|[()]/g) ?? []) {
    const name = token.trim();
    if (token === '(') above.push(paths.at(-1) ?? '');
    else if (token === ')') above.pop();
    else if (name !== '') paths.push(above.length > 0 ? `${above.at(-1)}.${name}` : name);
  }
  return paths;
}

/** Accounts of the school of callers in the columns' places. */
export const accountsOfColumn: Readonly<Record<Exclude<Column, 'Signed out'>, readonly string[]>> = {
  'Own teacher': ['T1'],
  'Form teacher': ['T4'],
  Dean: ['T5'],
  'Senior post': ['T3'],
  'Other teachers': ['T2', 'T6'],
  Admin: ['A1'],
  PTA: ['A3', 'A4'],
  Student: studentsWhoSignIn.slice(0, 1),
};

/** The line of a call as such. */
export function findRight({ method, path }: Pick<CallRow, 'method' | 'path'>): Right {
  const right = rights.find(({ title }) => title === `${method} ${path}`);
  if (!right) throw new Error(`tests/rights/rights.md has no line for ${method} ${path}`);
  return right;
}

/**
 * An account that is let in, with the whole permission list in the case of A1; of those that anybody may ask, not
 * Mona's.
 */
export function anAllowedAccount(right: Right): string {
  if (right.cells['Signed out'] === 'yes') return 'T2';
  const column = columns.find((one) => right.cells[one] !== '–');
  if (column === undefined || column === 'Signed out') throw new Error(`Nobody may ask ${right.title}`);
  return accountsOfColumn[column][0] ?? '';
}
