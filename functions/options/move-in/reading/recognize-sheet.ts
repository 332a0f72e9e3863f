import {
  fieldOfSubject,
  foldName,
  isPastKind,
  kindTitles,
  type MoveInKind,
  moveInKinds,
  noField,
  noKind,
  partOfColumn,
  subjectColumn,
} from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInWordings } from '#shared/options/move-in/wordings.ts';
import { findPeriod, type TermTitles } from '#shared/school/parse-period.ts';
import { exampleRowId } from '#shared/students/spreadsheets/row-cells.ts';
import { type ReadCell, type ReadSheet, toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import { textOf, textThroughMerges } from './cell-text.ts';
import { fieldOfKind, marksOfHeading } from './headings.ts';

/** What a sheet is recognized by, beside its headings. */
export interface SchoolNames {
  /** Of the school itself. */
  name: string;
  /** The class that a text means without doubt. */
  findClass: (text: string) => string | undefined;
  /** Whether a heading is a subject, of the school or of this file. */
  isSubject: (text: string) => boolean;
  terms: TermTitles;
}

/** A term of an earlier year; null each where a sheet does not say. */
export interface PeriodOfSheet {
  year: number | null;
  term: 1 | 2 | 3 | null;
}

export interface RecognizedColumn {
  column: number;
  heading: string;
  /** `-` where it is not read. */
  field: string;
}

export interface RecognizedRow {
  /** As a spreadsheet numbers it. */
  row: number;
  cells: ReadonlyMap<string, ReadCell>;
  /** The class of the sheet, or of the line above, for a row that names none. */
  placeClass: string | undefined;
  /** Why the row is refused whatever the school is, and who or what it is. */
  refusal?: { what: string; note: string };
}

export interface RecognizedSheet {
  name: string;
  kind: MoveInKind | typeof noKind;
  columns: readonly RecognizedColumn[];
  rows: readonly RecognizedRow[];
  notes: readonly string[];
  /** Of marks and attendance of earlier terms: the term of rows that name none; null of other kinds. */
  period: PeriodOfSheet | null;
  /** Numbers of days count from 1904. */
  isFrom1904: boolean;
  /**
   * Made of several files of another program: its columns are not those of one of them, and it may lack what a school
   * types of a new teacher.
   */
  isComposed?: true;
}

export interface NamedSheet {
  name: string;
  sheet: ReadSheet;
}

/** Headings are among the first rows; above them may be a title. */
const lastHeadingRow = 50;

interface Heads {
  /** The last row of the headings. */
  row: number;
  texts: ReadonlyMap<number, string>;
  kind: MoveInKind;
  fields: ReadonlyMap<number, string>;
  score: number;
}

/**
 * What a sheet has, by its name, its headings and what is below them. Undefined where nothing in it is understood and
 * nobody said what it is.
 */
export function recognizeSheet(
  { name, sheet }: NamedSheet,
  { school, said }: { school: SchoolNames; said: NonNullable<SaidOfFile['sheets']>[string] | undefined },
): RecognizedSheet | undefined {
  const heads = findHeads({ name, sheet }, school, said?.kind);
  if (!heads) return undefined;
  const columns = readColumns(heads, said?.columns);
  const { rows, notes } = readRows({ name, sheet }, { ...heads, columns }, school);
  const kind = said?.kind ?? heads.kind;
  return {
    name,
    kind,
    columns,
    rows,
    notes: kind === noKind ? [] : notes,
    period: isPastKind(kind) ? periodOf({ name, sheet }, { row: heads.row, said, terms: school.terms }) : null,
    isFrom1904: sheet.isFrom1904 ?? false,
  };
}

/** The subjects that a list of subjects or of lessons names; none of any other sheet. */
export function subjectsOfSheet({ name, sheet }: NamedSheet, school: SchoolNames): string[] {
  const heads = findHeads({ name, sheet }, school, undefined);
  const named = heads?.kind === 'subjects' ? ['title', 'abbr'] : heads?.kind === 'lessons' ? ['subject'] : [];
  if (!heads || named.length === 0) return [];
  const { rows } = readRows({ name, sheet }, { ...heads, columns: readColumns(heads) }, school);
  return rows.flatMap(({ cells }) => named.map((field) => textOf(cells.get(field))));
}

/** As somebody said, or as the name of the sheet and the lines above its headings say. */
function periodOf(
  { name, sheet }: NamedSheet,
  { row, said, terms }: { row: number; said: NonNullable<SaidOfFile['sheets']>[string] | undefined; terms: TermTitles },
): PeriodOfSheet {
  const above = [...sheet.rows].filter(([one]) => one < row).flatMap(([, cells]) => [...cells.values()].map(textOf));
  const found = findPeriod([name, ...above].join('\n'), terms);
  return { year: said?.year ?? found.year, term: said?.term ?? found.term };
}

function readColumns({ texts, fields }: Heads, said: Readonly<Record<string, string>> = {}): RecognizedColumn[] {
  const saidOf = (column: number) => said[toColumnLetters(column)];
  const taken = new Set<string>();
  for (const column of texts.keys()) if (saidOf(column) !== undefined) taken.add(saidOf(column) ?? '');
  return [...texts].map(([column, heading]) => {
    const chosen = saidOf(column);
    if (chosen !== undefined) return { column, heading, field: chosen };
    const field = fields.get(column) ?? noField;
    // Of two columns with one meaning the first one is read.
    if (field === noField || taken.has(field)) return { column, heading, field: noField };
    taken.add(field);
    return { column, heading, field };
  });
}

function findHeads({ name, sheet }: NamedSheet, school: SchoolNames, said: string | undefined): Heads | undefined {
  let best: Heads | undefined;
  const kinds = moveInKinds.filter((kind) => said === undefined || said === noKind || kind === said);
  const titles: string[] = [name];
  for (let row = 1; row <= lastHeadingRow; row += 1) {
    for (const texts of headingTexts(sheet, row)) {
      for (const kind of kinds) {
        const heads = judgeHeads({ name, sheet, titles }, { ...texts, kind, isSaid: said === kind }, school);
        if (heads && heads.score > (best?.score ?? 0)) best = heads;
      }
    }
    const cells = sheet.rows.get(row);
    if (cells?.size === 1) titles.push(textOf([...cells.values()][0]));
  }
  return best;
}

interface HeadingTexts {
  row: number;
  texts: ReadonlyMap<number, string>;
  /** What is merged above each column, where that is a heading of several. */
  above: ReadonlyMap<number, string>;
}

/** The headings of a row, and those of it and the next one where it is merged over several columns. */
function headingTexts(sheet: ReadSheet, row: number): HeadingTexts[] {
  const cells = sheet.rows.get(row);
  if (!cells) return [];
  const own = new Map([...cells].flatMap(([column, cell]) => named(column, textOf(cell))));
  const isGroup = sheet.merges.some((one) => one.fromRow === row && one.toColumn > one.fromColumn);
  const below = sheet.rows.get(row + 1);
  const above = new Map<number, string>();
  if (!isGroup || !below) return [{ row, texts: own, above }];
  const columns = [...new Set([...cells.keys(), ...below.keys()])].sort((a, b) => a - b);
  const both = columns.flatMap((column) => {
    const lower = textOf(below.get(column));
    const upper = textThroughMerges(sheet, row, column);
    if (lower !== '' && upper !== '') above.set(column, upper);
    return named(column, lower === '' ? upper : lower);
  });
  return [
    { row, texts: own, above: new Map() },
    { row: row + 1, texts: new Map(both), above },
  ];
}

const named = (column: number, text: string): [number, string][] => (text === '' ? [] : [[column, text]]);

/** Headings of a column that may count the rows. */
const runningNumber = /^(no|nr|number)$/;

interface Candidate extends HeadingTexts {
  kind: MoveInKind;
  isSaid: boolean;
}

/** The fields of each kind that no other kind's lists have. */
const ownHeadings: Readonly<Partial<Record<MoveInKind, RegExp>>> = {
  teachers: /\b(teacher|staff|employee|post|position|rank|designation)\b/,
  students: /\b(student|pupil|sea|house|father|mother|guardian|entry)\b/,
};
const ownTitles: Readonly<Record<MoveInKind, RegExp>> = {
  teachers: /\b(teachers?|staff|employees)\b/,
  subjects: /\bsubjects?\b/,
  classes: /\b(classes|form teachers|forms)\b/,
  lessons: /\b(lessons?|timetable|time table|teaching|allocation|load)\b/,
  students: /\b(students?|pupils?|class list|register|class)\b/,
  takers: /\b(takes|options|choices|subjects of students)\b/,
  marks: /\b(marks?|mark sheets?|results?|scores?|grades?|reports?|term|examinations?)\b/,
  attendance: /\b(attendance|absences?|punctuality|register)\b/,
};

function judgeHeads(
  { name, sheet, titles }: NamedSheet & { titles: readonly string[] },
  { row, texts, above, kind, isSaid }: Candidate,
  school: SchoolNames,
): Heads | undefined {
  const fields = new Map<number, string>();
  const unnamed: [number, string][] = [];
  const isAcross = kind === 'marks' && [...texts.values()].every((text) => fieldOfKind(kind, text) !== 'subject');
  for (const [column, text] of texts) {
    const field = fieldOfKind(kind, text);
    // Below a merged subject "Total" is a part of its marks.
    const isOfSubject = isAcross && field !== undefined && marksOfHeading(text, above.get(column) ?? '') !== undefined;
    const isPart = isOfSubject && ['mark', 'course', 'exam'].includes(field);
    const first = [...fields].find(([, one]) => one === field)?.[0];
    // "No." before "Staff No" counts the rows.
    const isCount = first !== undefined && runningNumber.test(foldName(texts.get(first) ?? ''));
    if (isCount) {
      fields.delete(first);
      unnamed.push([first, texts.get(first) ?? '']);
    }
    if (field !== undefined && !isPart && (first === undefined || isCount)) fields.set(column, field);
    else unnamed.push([column, text]);
  }
  const has = (...wanted: string[]) => wanted.every((field) => [...fields.values()].includes(field));
  const title = titles.some((text) => ownTitles[kind].test(foldName(text).replace(/^(form|class) teacher.*/, '')));
  const isOwn = foldName(name) === foldName(kindTitles[kind]);
  const isMeant = isOwn || isSaid;
  const across = kind === 'takers' ? unnamed.filter(([, text]) => school.isSubject(text)) : [];
  const isTicked = across.length >= 2 && !has('subject') && (isMeant || !hasMarks(sheet, row, across));
  const isOfStudent = has('student_id') || has('name') || has('last_name', 'first_name');
  const ofMarks =
    isAcross && isOfStudent ? columnsOfMarks(sheet, { row, unnamed, above, isOwn }, school) : new Map<number, string>();
  const isTable =
    isTicked || (ofMarks.size > 0 && (isMeant || isOfSchool(ofMarks, school) || (title && ofMarks.size > 1)));
  const fits = {
    teachers: has('name') || has('last_name', 'first_name'),
    subjects: has('title'),
    classes: has('class') && (has('form_teacher') || has('dean')),
    lessons: has('teacher', 'subject', 'class'),
    students: has('id') || has('name') || has('last_name', 'first_name'),
    takers: isOfStudent && (has('subject') || isTicked),
    marks: isOfStudent && (isTable || (has('subject') && (has('mark') || has('course', 'exam')))),
    attendance: isOfStudent && (has('absent') || has('late')),
  }[kind];
  if (!fits) return undefined;
  if (fields.size < 2 && kind !== 'subjects' && !isTable && !isMeant) return undefined;
  const words = [...texts.values()].map(foldName);
  const isOther = (kind === 'subjects' || kind === 'teachers') && !isOwn && hasOther(kind, words);
  if (isOther && !isSaid) return undefined;
  if (isTicked) for (const [column, text] of across) fields.set(column, `${subjectColumn}${text}`);
  for (const [column, field] of ofMarks) fields.set(column, field);
  const own = words.filter((word) => ownHeadings[kind]?.test(word)).length;
  const isOfClass = kind === 'students' && titles.some((text) => classIn(text, school) !== undefined);
  const weight = { teachers: 0, subjects: -1, classes: 3, lessons: 4, students: 0, takers: 5, marks: 6, attendance: 5 }[
    kind
  ];
  const score = 10 + fields.size + 2 * own + (title ? 2 : 0) + (isOfClass ? 3 : 0) + weight + (isMeant ? 50 : 0);
  return { row, texts, kind, fields, score };
}

const isOfSchool = (columns: ReadonlyMap<number, string>, { isSubject }: SchoolNames): boolean =>
  [...columns.values()].some((field) => isSubject(partOfColumn(field)?.subject ?? ''));

/**
 * The columns with marks of a subject, by what is below them: most cells are marks. Empty columns are such where the
 * school has the subject.
 */
function columnsOfMarks(
  { rows }: ReadSheet,
  {
    row: headingRow,
    unnamed,
    above,
    isOwn,
  }: { row: number; unnamed: readonly [number, string][]; above: ReadonlyMap<number, string>; isOwn: boolean },
  { isSubject }: SchoolNames,
): Map<number, string> {
  const found = new Map<number, string>();
  let marked = 0;
  for (const [column, text] of unnamed) {
    const of = marksOfHeading(text, above.get(column) ?? '');
    if (!of || fieldOfKind('students', text) !== undefined) continue;
    const texts = [...rows]
      .filter(([row]) => row > headingRow)
      .flatMap(([, cells]) => {
        const cell = textOf(cells.get(column));
        return cell === '' ? [] : [cell];
      });
    const isKnown = isSubject(of.subject) || above.has(column);
    const marks = texts.filter((cell) => markCell.test(cell) && !tickCell.test(cell)).length;
    if (marks * 2 > texts.length) marked += 1;
    else if (!isKnown || (texts.length > 0 && texts.every((cell) => tickCell.test(cell)) && !isOwn)) continue;
    found.set(column, fieldOfSubject({ ...of, year: null, term: null }));
  }
  return marked > 0 || isOwn ? found : new Map();
}

const markCell = /^\d{1,3}(?:\.\d+)?\s*%?$|^[A-Fa-f](?:[+-]|\d)?$/;
/** Ticks, and what may be one. */
const tickCell = /^[01xXyY✓✔√]$/;

/** A list of subjects alone has no people and no classes; one of teachers no subject of each row and no students. */
function hasOther(kind: MoveInKind, words: readonly string[]): boolean {
  const other =
    kind === 'subjects'
      ? ['teacher', 'class', 'student id', 'name', 'student', 'mark']
      : ['subject', 'student id', 'student'];
  return words.some((word) => other.includes(word));
}

/** Whether most cells below these headings are marks that no tick is. */
function hasMarks({ rows }: ReadSheet, headingRow: number, across: readonly (readonly [number, string])[]): boolean {
  const texts = [...rows]
    .filter(([row]) => row > headingRow)
    .flatMap(([, cells]) => across.map(([column]) => textOf(cells.get(column))).filter((text) => text !== ''));
  return texts.filter((text) => markCell.test(text) && !tickCell.test(text)).length * 2 > texts.length;
}

/** The class that a title or a sheet's name has in it: "Class list 1A", "FORM 1A". */
function classIn(text: string, { findClass }: SchoolNames): string | undefined {
  const whole = findClass(text);
  if (whole !== undefined) return whole;
  const words = text.split(/[\s:,;()–-]+/).filter((word) => word !== '');
  const found = new Set(
    words
      .flatMap((word, index) => [findClass(word), findClass(`${word}${words[index + 1] ?? ''}`)])
      .filter((id) => id !== undefined),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

const totals =
  /^(grand |sub |class |form )?(totals?|sum|average|mean|highest|lowest|count|number of|no of|boys|girls|signature|signed|prepared by|printed)\b/;
/** Kinds whose rows go on with the value of a merged cell above. */
const goesOn: readonly string[] = ['lessons', 'classes', 'takers', 'teachers', 'attendance'];

function readRows(
  { name, sheet }: NamedSheet,
  { row: headingRow, texts, kind, columns }: Heads & { columns: readonly RecognizedColumn[] },
  school: SchoolNames,
): { rows: RecognizedRow[]; notes: string[] } {
  const rows: RecognizedRow[] = [];
  const notes: string[] = [];
  const above = [...sheet.rows]
    .filter(([row]) => row < headingRow)
    .flatMap(([, cells]) => [...cells.values()].map((cell) => classIn(textOf(cell), school)));
  let placeClass = classIn(name, school) ?? above.find((id) => id !== undefined);
  const heading = new Set([...texts.values()].map(foldName));
  for (const [row, found] of [...sheet.rows].sort(([a], [b]) => a - b)) {
    if (row <= headingRow) continue;
    const written = [...found.values()].map(textOf).filter((text) => text !== '');
    const [first = ''] = written;
    if (first === '' || written.includes(exampleRowId)) continue;
    const repeated = written.filter((text) => heading.has(foldName(text))).length;
    if (repeated >= 2 && repeated * 2 > written.length) continue;
    const section = written.length === 1 ? classIn(first, school) : undefined;
    if (section !== undefined && columns.length > 1 && kind !== 'classes') {
      placeClass = section;
      continue;
    }
    if (totals.test(foldName(first)) || (columns.length > 2 && written.length === 1 && kind !== 'subjects')) {
      notes.push(moveInWordings.rowPassed(name, row, first));
      continue;
    }
    const cells = new Map<string, ReadCell>();
    for (const { column, field } of columns) {
      if (field === noField) continue;
      const cell = found.get(column) ?? (goesOn.includes(kind) ? mergedCell(sheet, row, column) : undefined);
      if (cell && textOf(cell) !== '') cells.set(field, cell);
      else if (cell?.kind === 'formula') cells.set(field, cell);
    }
    if (cells.size > 0) rows.push({ row, cells, placeClass });
  }
  return { rows, notes };
}

function mergedCell({ rows, merges }: ReadSheet, row: number, column: number): ReadCell | undefined {
  const merged = merges.find(
    (one) => row >= one.fromRow && row <= one.toRow && column >= one.fromColumn && column <= one.toColumn,
  );
  return merged && rows.get(merged.fromRow)?.get(merged.fromColumn);
}
