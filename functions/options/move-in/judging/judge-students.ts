import type { DayOrderQuestion } from '#shared/file-questions.ts';
import { type AlikeKind, foldName } from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { type DayOrder, hasShortYear, parseDay, withWholeYear } from '#shared/school/parse-day.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { createUploadedValueReader } from '#shared/students/spreadsheets/uploaded-values.ts';
import type { ValueLists } from '#shared/students/values.ts';
import type { ReadCell } from '../../../platform/xlsx/read-sheet.ts';
import type { KnownStudent } from '../../../students/records/duplicates.ts';
import { type FileRow as ClassListRow, readDayColumns } from '../../../students/spreadsheets/class-list-days.ts';
import { textForValueReader } from '../../../students/spreadsheets/read-class-list.ts';
import {
  type JudgedRow as JudgedStudentRow,
  judgeRows,
  type UnjudgedRow,
} from '../../../students/spreadsheets/upload/judge-rows.ts';
import { createKnownStudents } from '../../../students/spreadsheets/upload/known-students.ts';
import { computeNewIds, planRow } from '../../../students/spreadsheets/upload/plan-rows.ts';
import { previewRows } from '../../../students/spreadsheets/upload/preview-rows.ts';
import { textOf, withoutDecimal } from '../reading/cell-text.ts';
import { createNameSplitter, createNameWriter } from '../reading/split-name.ts';
import { type FileRow, judgedRow } from './file-rows.ts';
import type { StudentAfter } from './judge-takers.ts';
import type { JudgedRow } from './judged-row.ts';
import type { NameResolver } from './names.ts';

interface Judging {
  known: readonly KnownStudent[];
  lastPlannedId: string;
  lists: ValueLists;
  dayOrder: DayOrder | undefined;
  resolve: NameResolver['resolve'];
  ask: (kind: AlikeKind, example: string) => 'yes' | 'no' | undefined;
}

interface JudgedStudents {
  rows: JudgedRow[];
  after: StudentAfter[];
  notes: readonly string[];
  dayOrder: DayOrderQuestion;
  /** The last id that the file's new students are given; undefined where none is. */
  lastNewId: string | undefined;
}

/** Judges the students of class lists by the rules of the upload of students: ids, numbers, names, each fact. */
export async function judgeStudents(rows: readonly FileRow[], judging: Judging): Promise<JudgedStudents> {
  const { known, lists, ask } = judging;
  const read = readRows(rows, judging);
  const days = readDayColumns(read, fieldsOf(read), judging.dayOrder);
  const unjudged = days.rows.map(
    ({ row, cells }, index): UnjudgedRow => ({
      row,
      place: wordings.placeOfRow(rows[index]?.sheet.name ?? '', rows[index]?.row ?? 0),
      typed: new Map([...cells].map(([field, { text }]) => [field, text])),
      reasons: new Map(
        [...cells].flatMap(([field, { reason }]) => (reason === undefined ? [] : [[field, reason] as const])),
      ),
    }),
  );
  const finder = createKnownStudents(known);
  const reader = createUploadedValueReader(lists);
  const first = judgeRows(unjudged, { known: finder, read: reader });
  const answered = unjudged.map((row, index) => ({ ...row, ...answersFor(first[index], ask) }));
  const judged = judgeRows(answered, { known: finder, read: reader });
  const columns = fieldsOf(days.rows);
  const previewed = await previewRows(answered, judged, { columns, lists });
  const ids = computeNewIds(judged, [...finder.ids, judging.lastPlannedId]);
  const after = new Map<string, StudentAfter>(
    known.map((one) => [one.studentId, { ...one, isArchived: one.status === 'archived' }]),
  );
  const all = judged.map((one, index): JudgedRow => {
    const of = rows[index] as FileRow;
    const was = previewed[index]?.was ?? {};
    const isAnother = answered[index]?.isAnother ?? false;
    const planned = planRow(one, { was, newId: ids.get(one.row), isAnother });
    const classId = one.values.get('class_id');
    const name =
      `${one.values.get('first_name') ?? ''} ${one.values.get('last_name') ?? ''}`.trim() ||
      one.values.get('id') ||
      of.text('name');
    const what = classId === undefined ? name : `${name}, ${classId}`;
    if (planned.kind === 'refused') {
      const [field] = one.refused.keys();
      const isAsked = one.question !== null && one.problem === null && one.double === null && one.refused.size === 0;
      const at = columnFor(of, field ?? (one.values.has('id') ? 'id' : undefined));
      const note = isAsked ? `${one.question} ${wordings.asked}` : planned.reason;
      return judgedRow('students', of, what, { state: 'refused', note, ...(at === undefined ? {} : { field: at }) });
    }
    if (planned.kind === 'add') {
      const values = new Map(planned.values);
      after.set(planned.id, {
        studentId: planned.id,
        firstName: values.get('first_name') ?? '',
        lastName: values.get('last_name') ?? '',
        classId: values.get('class_id') ?? '',
        isArchived: false,
      });
      return judgedRow('students', of, what, {
        state: 'new',
        note: wordings.newStudent(planned.id),
        move: { kind: 'students', planned },
      });
    }
    const before = after.get(planned.id);
    if (before && classId !== undefined) after.set(planned.id, { ...before, classId });
    const record = planned.id;
    if (planned.changes.length === 0) return judgedRow('students', of, what, { state: 'same', record });
    const note = wordings.changes(
      planned.changes.map(([field, was_, value]) => ({
        label: studentFields[field].label,
        before: was_,
        after: value,
      })),
    );
    return judgedRow('students', of, what, { state: 'changed', note, move: { kind: 'students', planned }, record });
  });
  return {
    rows: all,
    after: [...after.values()],
    notes: [...days.notes, ...notesOfShortYears(rows, days.rows)],
    dayOrder: days.question,
    lastNewId: [...ids.values()].at(-1),
  };
}

/** How the first year of two digits of each column was read. */
function notesOfShortYears(rows: readonly FileRow[], read: readonly ClassListRow[]): string[] {
  const said = new Map<StudentField, string>();
  for (const [index, { cells }] of read.entries())
    for (const [field, { text }] of cells) {
      const { type, label } = studentFields[field];
      const written = type === 'date' && !said.has(field) ? (rows[index]?.text(field) ?? '') : '';
      const day = hasShortYear(written) ? parseDay(text) : undefined;
      if (day !== undefined) said.set(field, spreadsheetWordings.yearsOfTwoDigits(label, written, displayDate(day)));
    }
  return [...said.values()];
}

/** The column to correct: that of the field, or of the whole name that the field is a part of. */
function columnFor(of: FileRow, field: string | undefined): string | undefined {
  if (field === undefined) return undefined;
  if (of.fields.includes(field)) return field;
  return of.fields.includes('name') && ['last_name', 'first_name'].includes(field) ? 'name' : field;
}

/** A refusal of the register names its field itself. */
const labelOfClass = /^Class: /;

/** What lists write behind a name: "Bell, Anna (repeater)", "Ali*". */
const notInNames = /[()[\]*#]/;

const fieldsOf = (rows: readonly ClassListRow[]): StudentField[] => [
  ...new Set(rows.flatMap(({ cells }) => [...cells.keys()])),
];

/** The rows with the fields of the register; `row` is the place in the list, as several sheets have a row 2. */
function readRows(rows: readonly FileRow[], { known, resolve, ask, lists }: Judging): ClassListRow[] {
  const splitOf = createNameSplitter(
    rows.map((of) => of.text('name')),
    { known, ask: (example) => ask('name order', example) },
  );
  const width = widthOfIds(rows);
  const inColumns = rows.filter(hasNameInColumns);
  const write = createNameWriter(inColumns.map(nameInColumns), (example) => ask('capitals', example));
  const knownNames = new Map(known.map((one) => [one.studentId, one]));
  return rows.map((of, index) => {
    const cells = new Map<StudentField, { text: string; reason?: string }>();
    for (const field of new Set([...of.fields, 'id', 'last_name', 'first_name', 'class_id'])) {
      const cell = of.cell(field);
      if (!cell || !Object.hasOwn(studentFields, field)) continue;
      const { type } = studentFields[field as StudentField];
      const clean: ReadCell = cell.kind === 'text' ? { kind: 'text', value: textOf(cell) } : cell;
      const read = textForValueReader(clean, type, of.sheet.isFrom1904);
      const { reason } = read;
      const text = type === 'date' ? withWholeYear(read.text, Number(lists.today.slice(0, 4))) : read.text;
      const value = field === 'id' ? withoutDecimal(text.trim()) : text.trim();
      if (value !== '' || reason !== undefined)
        cells.set(field as StudentField, reason === undefined ? { text: value } : { text, reason });
    }
    if (hasNameInColumns(of)) {
      const name = nameInColumns(of);
      const stored = knownNames.get(cells.get('id')?.text ?? '');
      // Who is here already keeps the name that the school writes.
      const isStored = stored && isSameName(stored.lastName, name.last) && isSameName(stored.firstName, name.first);
      const written = isStored ? { last: stored.lastName, first: stored.firstName } : write(name);
      for (const [field, part] of [
        ['last_name', 'last'],
        ['first_name', 'first'],
      ] as const) {
        const cell = cells.get(field);
        if (!cell || cell.reason !== undefined) continue;
        if (written === 'asked') cells.set(field, { ...cell, reason: wordings.asked });
        else if (name.last === name.last.toUpperCase()) cells.set(field, { text: written[part] });
      }
    }
    const whole = of.text('name');
    if (whole !== '' && !cells.has('last_name')) {
      const split = notInNames.test(whole) ? undefined : splitOf(whole);
      if (split !== undefined && split !== 'asked') {
        cells.set('last_name', { text: split.last });
        cells.set('first_name', { text: split.first });
      } else {
        const reason =
          split === 'asked' ? wordings.asked : notInNames.test(whole) ? wordings.notName : wordings.oneWord;
        for (const part of ['last_name', 'first_name'] as const) cells.set(part, { text: whole, reason });
      }
    }
    const written = cells.get('class_id')?.text ?? of.placeClass ?? '';
    if (written !== '') {
      const found = resolve('class', written);
      cells.set(
        'class_id',
        'id' in found ? { text: found.id } : { text: written, reason: found.reason.replace(labelOfClass, '') },
      );
    }
    const id = cells.get('id');
    if (id && width !== undefined && /^\d+$/.test(id.text) && id.text.length < width) {
      const answer = ask('lost zeros', id.text);
      if (answer === 'yes') cells.set('id', { ...id, text: id.text.padStart(width, '0') });
      else if (answer === undefined) cells.set('id', { ...id, reason: wordings.asked });
    }
    return { row: index + 1, cells };
  });
}

const nameInColumns = (of: FileRow) => ({ last: of.text('last_name'), first: of.text('first_name') });
/** Whether a list of the school's own has a surname in a column. */
const hasNameInColumns = (of: FileRow): boolean => of.text('last_name') !== '' && !of.sheet.isComposed;
const isSameName = (a: string, b: string): boolean => foldName(a) === foldName(b);

/** The length of the ids that begin with a zero, where all of them have one length and others are shorter. */
function widthOfIds(rows: readonly FileRow[]): number | undefined {
  const ids = rows.map((of) => of.text('id')).filter((id) => /^\d+$/.test(id));
  const lengths = new Set(ids.filter((id) => id.startsWith('0')).map(({ length }) => length));
  const [width] = lengths;
  return lengths.size === 1 && ids.every(({ length }) => length <= (width ?? 0)) ? width : undefined;
}

/** What the answers for rows that are alike say of one. */
function answersFor(one: JudgedStudentRow | undefined, ask: Judging['ask']): { isSame?: boolean; isAnother?: boolean } {
  if (!one) return {};
  const { match, farId } = one;
  if (farId !== null) return ask('far id', one.values.get('id') ?? '') === 'yes' ? { isAnother: true } : {};
  if (!match || match.student.status === 'archived') return {};
  const about = `${one.values.get('id') ?? one.values.get('last_name') ?? ''}: ${match.student.firstName} ${match.student.lastName}, ${match.student.studentId}`;
  if (match.by === 'near id' || match.by === 'near sea') {
    const answer = ask(match.by, about);
    return answer === 'yes' ? { isSame: true } : answer === 'no' ? { isAnother: true } : {};
  }
  // The same name and birthday under another id: two people, or one with a wrong id.
  if (match.by === 'name and birthday' && one.values.has('id') && one.problem !== null) {
    return ask('same person', about) === 'no' ? { isAnother: true } : {};
  }
  return {};
}
