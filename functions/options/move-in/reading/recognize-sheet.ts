import {
  fieldInTerm,
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
  termOfField,
} from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInWordings } from '#shared/options/move-in/wordings.ts';
import { findPeriod, type TermTitles, takePeriod } from '#shared/school/parse-period.ts';
import { exampleRowId } from '#shared/students/spreadsheets/row-cells.ts';
import { type ReadCell, type ReadSheet, toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import type { RememberedChoices } from '../records/remembered-names.ts';
import { isCellError, textOf } from './cell-text.ts';
import { fieldOfKind, figureOfHeading, isPartOfSubject, isPeriod, marksOfHeading, mostOfHeading } from './headings.ts';
import { nameOfColumn, rememberedKind } from './remembered-choices.ts';

/** What a sheet is recognized by, beside its headings. */
export interface SchoolNames {
  /** Of the school itself. */
  name: string;
  /** The class that a text means without doubt. */
  findClass: (text: string) => string | undefined;
  /** Whether a heading is a subject, of the school or of this file. */
  isSubject: (text: string) => boolean;
  terms: TermTitles;
  /** What was chosen by hand in earlier files. */
  remembered: RememberedChoices;
}

/** A term of an earlier year; null each where a sheet does not say. */
export interface PeriodOfSheet {
  year: number | null;
  term: 1 | 2 | 3 | null;
}

export interface RecognizedColumn {
  column: number;
  heading: string;
  /** With those above it, the topmost first. */
  headings: readonly string[];
  /** Texts below it, `examplesOfColumn` at most. */
  examples: readonly string[];
  /** `-` where it is not read. */
  field: string;
  /** Of how many its marks are, where its heading says it. */
  most?: number;
  /** What it may be beside the fields of its kind: marks of a subject, in each part and term. */
  more?: readonly string[];
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
  /** The first row of the headings, and the last one. */
  top: number;
  row: number;
  above: HeadingTexts['above'];
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
  const ofName = said?.kind ?? rememberedKind(name, school);
  const asNamed = findHeads({ name, sheet }, school, ofName);
  const heads = asNamed ?? (said?.kind === undefined ? findHeads({ name, sheet }, school, undefined) : undefined);
  if (!heads) return undefined;
  const kind = asNamed ? (ofName ?? heads.kind) : heads.kind;
  const columns = readColumns({ ...heads, kind }, said?.columns, { sheet, school });
  const { rows, notes } = readRows({ name, sheet }, { ...heads, columns }, school);
  return {
    name,
    kind,
    columns,
    rows,
    notes:
      kind === noKind
        ? []
        : [
            ...notesOfDoubles(name, heads, columns),
            ...(hasMarksOfNoSubject(sheet, { ...heads, kind, columns }, school)
              ? [moveInWordings.noSubject(name)]
              : []),
            ...notes,
          ],
    period: isPastKind(kind) ? periodOf({ name, sheet }, { row: heads.top, said, terms: school.terms }) : null,
    isFrom1904: sheet.isFrom1904 ?? false,
  };
}

/** Columns that were not read as another one has the same meaning: nobody may think that they were. */
function notesOfDoubles(name: string, { kind, fields }: Heads, columns: readonly RecognizedColumn[]): string[] {
  return columns.flatMap(({ column, heading, field, examples }) => {
    const meant = fields.get(column) ?? fieldOfKind(kind, heading);
    const isCount = runningNumber.test(foldName(heading));
    if (field !== noField || meant === undefined || examples.length === 0 || isCount) return [];
    const other = columns.find((one) => one.field === meant);
    return other ? [moveInWordings.columnTwice(name, { heading, ...lettersOf(column, other.column) })] : [];
  });
}

/** Whether a list has columns of marks that are not read, as nothing says of which subject they are. */
function hasMarksOfNoSubject(
  sheet: ReadSheet,
  { kind, row, columns }: { kind: string; row: number; columns: readonly RecognizedColumn[] },
  { terms }: SchoolNames,
): boolean {
  const unread = columns.filter(({ heading, field }) => field === noField && isPartOfSubject(heading, terms));
  const across = unread.map(({ column, heading }) => [column, heading] as const);
  return kind !== 'marks' && across.length > 1 && hasMarks(sheet, row, across);
}

const lettersOf = (column: number, other: number) => ({
  column: toColumnLetters(column),
  other: toColumnLetters(other),
});

/** The subjects that a list of subjects or of lessons names; none of any other sheet. */
export function subjectsOfSheet({ name, sheet }: NamedSheet, school: SchoolNames): string[] {
  const heads = findHeads({ name, sheet }, school, undefined);
  const named = heads?.kind === 'subjects' ? ['title', 'abbr'] : heads?.kind === 'lessons' ? ['subject'] : [];
  if (!heads || named.length === 0) return [];
  const { rows } = readRows({ name, sheet }, { ...heads, columns: readColumns(heads, {}, { sheet, school }) }, school);
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

function readColumns(
  { row, texts, fields, above, kind }: Omit<Heads, 'kind'> & { kind: RecognizedSheet['kind'] },
  said: Readonly<Record<string, string>> = {},
  { sheet, school: { terms, remembered } }: { sheet: ReadSheet; school: SchoolNames },
): RecognizedColumn[] {
  const headingsOf = (column: number) => [...(above.get(column) ?? []), texts.get(column) ?? ''];
  const taken = new Set<string>();
  const chosenOf = new Map<number, string>();
  const choose = (column: number, field: string | undefined) => {
    if (field === undefined || chosenOf.has(column)) return;
    chosenOf.set(column, field);
    taken.add(field);
  };
  for (const column of texts.keys()) choose(column, said[toColumnLetters(column)]);
  for (const column of texts.keys()) {
    const field = remembered.column[nameOfColumn(kind, headingsOf(column))];
    if (field === noField || !taken.has(field ?? '')) choose(column, field);
  }
  const inTerms = [...fields.values()].some((field) => termOfField(field).term !== null);
  return [...texts].map(([column, heading]) => {
    const found = fields.get(column);
    const headings = headingsOf(column);
    const most = kind === 'marks' ? mostOfHeading(headings, terms) : undefined;
    const subject =
      partOfColumn(found ?? '')?.subject ?? marksOfHeading(heading, headings.slice(0, -1), { terms })?.subject;
    const more = fieldsOfSubject(kind, {
      subject: found === undefined || partOfColumn(found) ? subject : undefined,
      inTerms,
    });
    const examples = examplesBelow(sheet, { row, column });
    const of = {
      column,
      heading,
      headings,
      examples,
      ...(most === undefined ? {} : { most }),
      ...(more.length === 0 ? {} : { more }),
    };
    const chosen = chosenOf.get(column);
    if (chosen !== undefined) return { ...of, field: chosen };
    const field = found ?? noField;
    // Of two columns with one meaning the first one is read.
    if (field === noField || taken.has(field)) return { ...of, field: noField };
    taken.add(field);
    return { ...of, field };
  });
}

export const examplesOfColumn = 3;

/** The first texts below the heading of a column, which show people what it has, whether it is read or not. */
function examplesBelow(sheet: ReadSheet, { row, column }: { row: number; column: number }): string[] {
  const found = new Set<string>();
  for (const [below, cells] of sheet.rows) {
    const text = below > row ? textOf(cells.get(column)) : '';
    if (text !== '') found.add(text);
    if (found.size === examplesOfColumn) break;
  }
  return [...found];
}

/** What a column with a subject can be, to be corrected by choice. */
function fieldsOfSubject(
  kind: RecognizedSheet['kind'],
  { subject, inTerms }: { subject: string | undefined; inTerms: boolean },
): string[] {
  if (subject === undefined || subject.length > longestSubject) return [];
  if (kind === 'takers') return [`${subjectColumn}${subject}`];
  if (kind !== 'marks') return [];
  const inEach = inTerms ? ([null, 1, 2, 3] as const) : ([null] as const);
  return inEach.flatMap((term) =>
    (['mark', 'course', 'exam'] as const).map((part) => fieldOfSubject({ part, subject, year: null, term })),
  );
}
/** As long as what is said of a column may be. */
const longestSubject = 45;

function findHeads({ name, sheet }: NamedSheet, school: SchoolNames, said: string | undefined): Heads | undefined {
  let best: Heads | undefined;
  const kinds = moveInKinds.filter((kind) => said === undefined || said === noKind || kind === said);
  const titles: string[] = [name];
  for (let row = 1; row <= lastHeadingRow; row += 1) {
    for (const texts of headingTexts(sheet, row, school.terms)) {
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
  /** The first row and the last one. */
  top: number;
  row: number;
  texts: ReadonlyMap<number, string>;
  /** What is merged above each column, the topmost first, where that is a heading of several. */
  above: ReadonlyMap<number, readonly string[]>;
}

/** Rows of headings at most: a term above a subject above course and exam. */
const mostLevels = 3;

/** The headings of a row, and those of it and the next ones where it is a heading of several columns. */
function headingTexts(sheet: ReadSheet, row: number, terms: TermTitles): HeadingTexts[] {
  const cells = sheet.rows.get(row);
  if (!cells) return [];
  const own = new Map([...cells].flatMap(([column, cell]) => named(column, textOf(cell))));
  const found: HeadingTexts[] = [{ top: row, row, texts: own, above: new Map() }];
  const levels: ReadonlyMap<number, string>[] = [];
  for (let lower = row + 1; lower < row + mostLevels; lower += 1) {
    const upper = textsOfGroups(sheet, lower - 1, terms);
    const below = sheet.rows.get(lower);
    if (!upper || !below) break;
    levels.push(upper);
    found.push(
      joinLevels([...levels, new Map([...below].flatMap(([column, cell]) => named(column, textOf(cell))))], row),
    );
  }
  return found;
}

/** The lowest text of each column, and those above it. */
function joinLevels(levels: readonly ReadonlyMap<number, string>[], top: number): HeadingTexts {
  const columns = [...new Set(levels.flatMap((level) => [...level.keys()]))].sort((a, b) => a - b);
  const texts = new Map<number, string>();
  const above = new Map<number, readonly string[]>();
  for (const column of columns) {
    // A cell that is merged over several rows says one thing.
    const path = levels
      .flatMap((level) => level.get(column) ?? [])
      .filter((text, index, all) => text !== all[index - 1]);
    texts.set(column, path.at(-1) ?? '');
    if (path.length > 1) above.set(column, path.slice(0, -1));
  }
  return { top, row: top + levels.length - 1, texts, above };
}

/**
 * The texts of a row with headings of several columns: merged over them, or standing over the first of some terms or
 * parts of a mark. Undefined where it has none. A title over all columns is none.
 */
function textsOfGroups(sheet: ReadSheet, row: number, terms: TermTitles): Map<number, string> | undefined {
  const [cells, below] = [sheet.rows.get(row), sheet.rows.get(row + 1)];
  if (!cells || !below) return undefined;
  const columns = [...new Set([...cells.keys(), ...below.keys()])].sort((a, b) => a - b);
  const [first = 0, last = 0] = [columns[0], columns.at(-1)];
  const over = sheet.merges.filter(
    ({ fromRow, toRow, fromColumn, toColumn }) =>
      row >= fromRow && row <= toRow && !(fromColumn <= first && toColumn >= last),
  );
  const texts = new Map<number, string>();
  const periods = [...cells.values()].map(textOf).filter((text) => isPeriod(text, terms));
  const isOfPeriods = new Set(periods).size > 1;
  let isOfSeveral = over.some(({ fromRow, fromColumn, toColumn }) => fromRow === row && toColumn > fromColumn);
  let group = '';
  for (let column = first; column <= last; column += 1) {
    const merged = over.find(({ fromColumn, toColumn }) => column >= fromColumn && column <= toColumn);
    const own = merged ? textOf(sheet.rows.get(merged.fromRow)?.get(merged.fromColumn)) : textOf(cells.get(column));
    const lower = textOf(below.get(column));
    // The columns below a term are parts of its marks, or its subjects.
    const isPart = isPartOfSubject(lower, terms) || (isOfPeriods && lower !== '' && isPeriod(own || group, terms));
    if (own !== '') texts.set(column, own);
    else if (isPart && group !== '') {
      texts.set(column, group);
      isOfSeveral = true;
    }
    group = isPart ? (texts.get(column) ?? '') : '';
  }
  return isOfSeveral ? texts : undefined;
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
  { top, row, texts, above, kind, isSaid }: Candidate,
  school: SchoolNames,
): Heads | undefined {
  const fields = new Map<number, string>();
  const unnamed: [number, string][] = [];
  const isAcross = kind === 'marks' && [...texts.values()].every((text) => fieldOfKind(kind, text) !== 'subject');
  const ofSheet = isAcross ? subjectOfMarks({ name, sheet, top }, school) : undefined;
  const ofHeading = { terms: school.terms, ofSheet, isSubject: school.isSubject };
  for (const [column, text] of texts) {
    const over = above.get(column) ?? [];
    const figure = isPastKind(kind) ? figureOfHeading(text, over, school.terms) : undefined;
    const chosen = school.remembered.column[nameOfColumn(kind, [...over, text])];
    if (chosen === noField) continue;
    const isField = chosen !== undefined && !partOfColumn(chosen) && !chosen.startsWith(subjectColumn);
    const field = isField ? chosen : figure ? fieldInTerm(figure, figure.figure) : fieldOfKind(kind, text);
    // Below a merged subject "Total" is a part of its marks, and "Year" is not the year of a row.
    const isOfSubject = isAcross && field !== undefined && marksOfHeading(text, over, ofHeading) !== undefined;
    const isPart = isOfSubject && ['mark', 'course', 'exam'].includes(field);
    const isBelow = over.length > 0 && ['year', 'term'].includes(field ?? '');
    const first = [...fields].find(([, one]) => one === field)?.[0];
    // "No." before "Staff No" counts the rows.
    const isCount = first !== undefined && runningNumber.test(foldName(texts.get(first) ?? ''));
    if (isCount) {
      fields.delete(first);
      unnamed.push([first, texts.get(first) ?? '']);
    }
    if (field !== undefined && !isPart && !isBelow && (first === undefined || isCount)) fields.set(column, field);
    else unnamed.push([column, text]);
  }
  const has = (...wanted: string[]) =>
    wanted.every((field) => [...fields.values()].some((one) => termOfField(one).field === field));
  const title = titles.some((text) => ownTitles[kind].test(foldName(text).replace(/^(form|class) teacher.*/, '')));
  const isOwn = foldName(name) === foldName(kindTitles[kind]);
  const isMeant = isOwn || isSaid;
  const across = kind === 'takers' ? unnamed.filter(([, text]) => school.isSubject(text)) : [];
  const isTicked = across.length >= 2 && !has('subject') && (isMeant || !hasMarks(sheet, row, across));
  const [ofSubjects] = [...fields].filter(([, field]) => field === 'subject' || field === 'title');
  // "Course" is also a part of marks.
  if (ofSubjects && !isMeant && hasMarks(sheet, row, [ofSubjects])) return undefined;
  const isOfStudent = has('student_id') || has('name') || has('last_name', 'first_name');
  const ofMarks =
    isAcross && isOfStudent
      ? columnsOfMarks(sheet, { row, unnamed, above, isOwn, ofHeading }, school)
      : new Map<number, string>();
  const isTable =
    isTicked ||
    (ofMarks.size > 0 &&
      (isMeant || isOfSchool(ofMarks, school) || (title && ofMarks.size > 1) || hasSeveralTerms(ofMarks)));
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
  const isOfTeachers = isMeant || title || words.some((word) => ownHeadings.teachers?.test(word));
  if (kind === 'teachers' && !isOfTeachers && hasStudents(sheet, row, fields)) return undefined;
  const isOther = (kind === 'subjects' || kind === 'teachers') && !isOwn && hasOther(kind, words);
  if (isOther && !isSaid) return undefined;
  if (isTicked) for (const [column, text] of across) fields.set(column, `${subjectColumn}${text}`);
  for (const [column, field] of ofMarks) fields.set(column, field);
  if (isPastKind(kind)) dropWithoutTerm(fields);
  const own = words.filter((word) => ownHeadings[kind]?.test(word)).length;
  const isOfClass = kind === 'students' && titles.some((text) => classIn(text, school) !== undefined);
  const weight = { teachers: 0, subjects: -1, classes: 3, lessons: 4, students: 0, takers: 5, marks: 6, attendance: 5 }[
    kind
  ];
  const score = 10 + fields.size + 2 * own + (title ? 2 : 0) + (isOfClass ? 3 : 0) + weight + (isMeant ? 50 : 0);
  return { top, row, above, texts, kind, fields, score };
}

const hasSeveralTerms = (columns: ReadonlyMap<number, string>): boolean =>
  new Set([...columns.values()].map((field) => termOfField(field).term).filter((term) => term !== null)).size > 1;

/**
 * Whether the people below headings that both lists have are students: by numbers that no teacher has, by classes with
 * several of them, or by their years of birth.
 */
function hasStudents({ rows }: ReadSheet, headingRow: number, fields: ReadonlyMap<number, string>): boolean {
  const below = [...rows].filter(([row]) => row > headingRow).map(([, cells]) => cells);
  const textsOf = (wanted: string) => {
    const column = [...fields].find(([, field]) => field === wanted)?.[0];
    const texts = column === undefined ? [] : below.map((cells) => textOf(cells.get(column)));
    return texts.filter((text) => text !== '');
  };
  const isMost = (texts: readonly string[], is: (text: string) => boolean) =>
    texts.length > 0 && texts.filter(is).length * 2 > texts.length;
  const classes = textsOf('form_class').map(foldName);
  const youngest = new Date().getFullYear() - 20;
  return (
    isMost(textsOf('teacher_num'), (text) => !/^\d{1,3}$/.test(text)) ||
    (classes.length > 2 && classes.length > 2 * new Set(classes).size) ||
    isMost(textsOf('date_of_birth'), (text) => Number(/(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text)?.[0]) >= youngest)
  );
}

const isOfSchool = (columns: ReadonlyMap<number, string>, { isSubject }: SchoolNames): boolean =>
  [...columns.values()].some((field) => isSubject(partOfColumn(field)?.subject ?? ''));

/** Where columns say of which term they are, one that says nothing is of the whole year: no mark of a term. */
function dropWithoutTerm(fields: Map<number, string>): void {
  const ofTerm = (field: string) => partOfColumn(field) !== undefined || /^(?:sessions|absent|late)$/.test(field);
  if ([...fields.values()].every((field) => termOfField(field).term === null)) return;
  for (const [column, field] of fields) if (ofTerm(field) && termOfField(field).term === null) fields.delete(column);
}

/** The one subject that a sheet's name or the lines above its headings name: "English, Form 1A". */
function subjectOfMarks(
  { name, sheet, top }: NamedSheet & { top: number },
  { isSubject, findClass, terms }: SchoolNames,
): string | undefined {
  const above = [...sheet.rows].filter(([row]) => row < top).flatMap(([, cells]) => [...cells.values()].map(textOf));
  const found = new Map<string, string>();
  for (const text of [name, ...above]) {
    const words = text.split(/[\s:,;()–-]+/).filter((word) => word !== '');
    for (let length = Math.min(words.length, 5), isFound = false; length > 0 && !isFound; length -= 1)
      for (let from = 0; from + length <= words.length; from += 1) {
        const some = words.slice(from, from + length).join(' ');
        if (!isSubject(some) || findClass(some) !== undefined) continue;
        isFound = true;
        found.set(foldName(some), some);
      }
  }
  if (found.size > 0) return found.size === 1 ? [...found.values()][0] : undefined;
  // A name that says nothing else may be that of a subject that the school does not have.
  const { rest, year, term } = takePeriod(name, terms);
  const isOther = year !== null || term !== null || classIn(name, { findClass }) !== undefined;
  return isOther || !/^\p{L}[\p{L} .&'-]{2,}$/u.test(rest) || noNameOfSubject.test(foldName(rest)) ? undefined : rest;
}

const noNameOfSubject =
  /\b(sheet|csv|data|export|marks?|results?|scores?|grades?|reports?|students?|class|form|pupils?|register|list|terms?|year|exams?|examinations?|school|past)\b/;

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
    ofHeading,
  }: {
    row: number;
    unnamed: readonly [number, string][];
    above: HeadingTexts['above'];
    isOwn: boolean;
    ofHeading: Parameters<typeof marksOfHeading>[2];
  },
  { isSubject }: SchoolNames,
): Map<number, string> {
  const found = new Map<number, string>();
  let marked = 0;
  for (const [column, text] of unnamed) {
    const over = above.get(column) ?? [];
    const of = marksOfHeading(text, over, ofHeading);
    if (!of || fieldOfKind('students', text) !== undefined) continue;
    const texts = [...rows]
      .filter(([row]) => row > headingRow)
      .flatMap(([, cells]) => {
        const cell = textOf(cells.get(column));
        return emptyMark.test(cell) || isCellError(cell) ? [] : [cell];
      });
    const isKnown = isSubject(of.subject) || over.length > 0;
    const marks = texts.filter((cell) => markCell.test(cell) && !tickCell.test(cell)).length;
    if (marks * 2 > texts.length) marked += 1;
    else if (!isKnown || (texts.length > 0 && texts.every((cell) => tickCell.test(cell)) && !isOwn)) continue;
    found.set(column, fieldOfSubject(of));
  }
  return marked > 0 || isOwn ? found : new Map();
}

const emptyMark = /^(?:[-–—.]|abs(?:ent)?\.?)?$/i;
const markCell = /^\d{1,3}(?:[.,]\d+)?\s*(?:%|\/\s*\d{1,3})?$|^[A-Fa-f](?:[+-]|\d)?$/;
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
    .flatMap(([, cells]) => across.map(([column]) => textOf(cells.get(column))))
    .filter((text) => text !== '' && !isCellError(text));
  return texts.filter((text) => markCell.test(text) && !tickCell.test(text)).length * 2 > texts.length;
}

/** The class that a title or a sheet's name has in it: "Class list 1A", "FORM 1A". */
function classIn(text: string, { findClass }: Pick<SchoolNames, 'findClass'>): string | undefined {
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
  const places = new Set([classIn(name, school), ...above].filter((id) => id !== undefined));
  let placeClass = places.size === 1 ? [...places][0] : undefined;
  const isOpen = places.size > 1 && columns.every(({ field }) => !['class', 'class_id'].includes(field));
  if (isOpen) notes.push(moveInWordings.severalClasses(name, [...places].join(', ')));
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
    // Also where the columns of surname and first name share it: "Class" and "Average".
    if (
      totals.test(foldName(first)) ||
      totals.test(foldName(written.slice(0, 2).join(' '))) ||
      (columns.length > 2 && written.length === 1 && kind !== 'subjects')
    ) {
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
