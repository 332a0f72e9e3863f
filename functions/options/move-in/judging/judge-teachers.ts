import type { AlikeKind } from '#shared/options/move-in/kinds.ts';
import { foldName } from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { isArchivedTeacher, maxCurrentTeacherNumber } from '#shared/people/teacher.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { ambiguousDays, type DayOrder, hasShortYear, parseDay, withWholeYear } from '#shared/school/parse-day.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import type { EmployeeItem } from '../../../people/records/store.ts';
import { type DecidedOrder, decideDayOrder } from '../../../platform/xlsx/day-order.ts';
import { textForValueReader } from '../../../students/spreadsheets/read-class-list.ts';
import { createNameSplitter, createNameWriter } from '../reading/split-name.ts';
import { type FileRow, judgedRow } from './file-rows.ts';
import { type JudgedRow, type Move, newId } from './judged-row.ts';

interface Judging {
  known: readonly EmployeeItem[];
  posts: readonly { id: number; rank: string }[];
  dayOrder: DayOrder | undefined;
  today: string;
  /** Answers for rows that are alike; asking notes the question. */
  ask: (kind: AlikeKind, example: string) => 'yes' | 'no' | undefined;
}

/** A teacher of the school once the file is stored. */
export interface TeacherAfter {
  id: string;
  firstName: string;
  lastName: string;
  number: number;
}

export interface JudgedTeachers {
  rows: JudgedRow[];
  /** The teacher that a row is, by its place in the list. */
  idOfRow: ReadonlyMap<FileRow, string>;
  after: TeacherAfter[];
  order: DecidedOrder;
}

const nameOfRow = (of: FileRow): string => of.text('name') || `${of.text('first_name')} ${of.text('last_name')}`.trim();

/** Years of age of the youngest teacher, as a year of birth in two digits is read. */
const youngestTeacher = 16;

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;

/** Judges the rows of lists of teachers. New ones without a number are given the next free ones, in their order. */
export function judgeTeachers(rows: readonly FileRow[], judging: Judging): JudgedTeachers {
  const { known } = judging;
  const youngest = Number(judging.today.slice(0, 4)) - youngestTeacher;
  const dateText = (of: FileRow) => {
    const cell = of.cell('date_of_birth');
    const text = cell ? textForValueReader(cell, 'date', of.sheet.isFrom1904).text.trim() : '';
    return withWholeYear(text, youngest);
  };
  const decided = decideDayOrder('Date of Birth', rows.map(dateText), judging.dayOrder);
  const order = {
    ...decided,
    notes: [...decided.notes, ...noteOfShortYears('Date of Birth', rows, { dateText, order: decided.order })],
  };
  const taken = new Set(known.map(({ teacherNum }) => teacherNum));
  const after: TeacherAfter[] = known
    .filter((teacher) => !isArchivedTeacher(teacher))
    .map(({ employeeId, firstName, lastName, teacherNum }) => ({
      id: employeeId,
      firstName,
      lastName,
      number: teacherNum,
    }));
  for (const of of rows) if (/^\d+$/.test(of.text('teacher_num'))) taken.add(Number(of.text('teacher_num')));
  const seen = new Map<string, FileRow>();
  const idOfRow = new Map<FileRow, string>();
  let added = 0;
  let next = 1;
  const freeNumber = () => {
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  };
  const isWhole = (of: FileRow) => of.fields.includes('name') && of.text('last_name') === '';
  const splitOf = createNameSplitter(
    rows.filter(isWhole).map((of) => of.text('name')),
    { known, ask: (example) => judging.ask('name order', example) },
  );
  const nameInColumns = (of: FileRow) => ({ last: of.text('last_name'), first: of.text('first_name') });
  const write = createNameWriter(
    rows.filter((of) => !isWhole(of) && !of.sheet.isComposed).map(nameInColumns),
    (example) => judging.ask('capitals', example),
  );
  const numbered = new Map(known.map((one) => [String(one.teacherNum), one]));
  const writtenName = (of: FileRow) => {
    const name = nameInColumns(of);
    const stored = numbered.get(of.text('teacher_num'));
    // Who is here already keeps the name that the school writes.
    if (stored && foldName(nameOf(stored)) === foldName(`${name.first} ${name.last}`))
      return { last: stored.lastName, first: stored.firstName };
    return of.sheet.isComposed ? name : write(name);
  };
  const judge = (of: FileRow): JudgedRow => {
    const split = isWhole(of) ? splitOf(of.text('name')) : writtenName(of);
    if (split === 'asked')
      return judgedRow('teachers', of, nameOfRow(of), {
        state: 'refused',
        note: wordings.asked,
        field: isWhole(of) ? 'name' : 'last_name',
      });
    const lastName = (split?.last ?? '').normalize('NFC');
    const firstName = (split?.first ?? '').normalize('NFC');
    const what = `${firstName} ${lastName}`.trim() || of.text('name');
    const refuse = (note: string, field?: string) =>
      judgedRow('teachers', of, what, { state: 'refused', note, ...(field === undefined ? {} : { field }) });
    if (lastName === '' || firstName === '') {
      if (of.fields.includes('name')) return refuse(wordings.oneWord, 'name');
      return refuse(
        wordings.required(lastName === '' ? 'Last Name' : 'First Name'),
        lastName === '' ? 'last_name' : 'first_name',
      );
    }
    if (lastName.length > 120 || firstName.length > 120) return refuse(wordings.tooLong('Name', 120));
    const written = of.text('teacher_num').replace(/\.0+$/, '');
    const number = written === '' ? undefined : Number(written);
    if (number !== undefined && !(Number.isInteger(number) && number >= 1 && number <= maxCurrentTeacherNumber))
      return refuse(wordings.notNumber, 'teacher_num');
    const born = readDay(dateText(of), order.order, judging.today);
    if (born.reason !== undefined) return refuse(born.reason, 'date_of_birth');
    const post = readPost(of.text('post'), judging.posts);
    if (post.reason !== undefined) return refuse(post.reason, 'post');
    const same = findTeacher({ number, firstName, lastName, day: born.day }, known);
    const key = same?.employeeId ?? (number === undefined ? foldName(`${lastName} ${firstName}`) : String(number));
    const earlier = seen.get(key);
    if (earlier) {
      const id = idOfRow.get(earlier);
      if (id !== undefined) idOfRow.set(of, id);
      return refuse(wordings.sameRow(earlier.sheet.name, earlier.row));
    }
    if (same && isArchivedTeacher(same)) return refuse(wordings.archived(nameOf(same)));
    if (same) {
      const isOther =
        foldName(same.lastName) !== foldName(lastName) && foldName(same.firstName) !== foldName(firstName);
      if (isOther) {
        const answer = judging.ask('same person', `${what}: ${wordings.numberOf(same.teacherNum, nameOf(same))}`);
        if (answer === undefined) return refuse(wordings.asked, 'teacher_num');
        if (answer === 'no') return refuse(wordings.notSame, 'teacher_num');
      }
      seen.set(key, of);
      idOfRow.set(of, same.employeeId);
      return changeOf(of, same, { what, lastName, firstName, day: born.day, postId: post.id, posts: judging.posts });
    }
    if (born.day === undefined && !of.sheet.isComposed)
      return refuse(wordings.required('Date of Birth'), 'date_of_birth');
    seen.set(key, of);
    added += 1;
    const employeeId = newId(added);
    const teacherNum = number ?? freeNumber();
    idOfRow.set(of, employeeId);
    after.push({ id: employeeId, firstName, lastName, number: teacherNum });
    return judgedRow('teachers', of, what, {
      state: 'new',
      note: wordings.newTeacher(teacherNum),
      move: {
        kind: 'teachers',
        act: 'add',
        employeeId,
        teacherNum,
        firstName,
        lastName,
        dateOfBirth: born.day ?? null,
        postId: post.id ?? null,
        ...(of.text('user_name') === '' ? {} : { userName: of.text('user_name') }),
      },
    });
  };
  return { rows: rows.map(judge), idOfRow, after, order };
}

function readDay(text: string, order: DayOrder | undefined, today: string): { day?: string; reason?: string } {
  if (text === '') return {};
  if (ambiguousDays(text) && order === undefined) return { reason: wordings.openDate };
  const day = parseDay(text, order);
  if (day === undefined || day < '1900-01-01') return { reason: wordings.notDate };
  return day > today ? { reason: wordings.future } : { day };
}

/** How the first year of two digits was read, of a column that has one. */
function noteOfShortYears(
  label: string,
  rows: readonly FileRow[],
  { dateText, order }: { dateText: (of: FileRow) => string; order: DayOrder | undefined },
): string[] {
  for (const of of rows) {
    const [written, text] = [of.text('date_of_birth'), dateText(of)];
    const day = text !== '' && hasShortYear(written) ? parseDay(text, order) : undefined;
    if (day !== undefined) return [spreadsheetWordings.yearsOfTwoDigits(label, written, displayDate(day))];
  }
  return [];
}

function readPost(text: string, posts: Judging['posts']): { id?: number; reason?: string } {
  if (text === '') return {};
  const post = posts.find(({ id, rank }) => foldName(rank) === foldName(text) || String(id) === text);
  return post ? { id: post.id } : { reason: wordings.notPost(text) };
}

/** The teacher with the number; without one, the only one with the name whose birthday is not another. */
function findTeacher(
  {
    number,
    firstName,
    lastName,
    day,
  }: { number: number | undefined; firstName: string; lastName: string; day: string | undefined },
  known: readonly EmployeeItem[],
): EmployeeItem | undefined {
  const byNumber = known.find(({ teacherNum }) => teacherNum === number);
  if (byNumber) return byNumber;
  const named = known.filter(
    (one) =>
      foldName(nameOf(one)) === foldName(`${firstName} ${lastName}`) &&
      (day === undefined || one.dateOfBirth === undefined || one.dateOfBirth === day),
  );
  return named.length === 1 ? named[0] : undefined;
}

interface Facts {
  what: string;
  lastName: string;
  firstName: string;
  day: string | undefined;
  postId: number | undefined;
  posts: Judging['posts'];
}

function changeOf(
  of: FileRow,
  same: EmployeeItem,
  { what, lastName, firstName, day, postId, posts }: Facts,
): JudgedRow {
  const wanted = { lastName, firstName, dateOfBirth: day, postId };
  const labels = { lastName: 'Last Name', firstName: 'First Name', dateOfBirth: 'Date of Birth', postId: 'Post' };
  const changes = (Object.keys(wanted) as (keyof typeof wanted)[]).flatMap((field) => {
    const [before, after] = [same[field] ?? null, wanted[field]];
    return after === undefined || after === before ? [] : [{ field, before, after }];
  });
  const record = same.employeeId;
  if (changes.length === 0) return judgedRow('teachers', of, what, { state: 'same', record });
  const shown = (field: string, value: string | number | null) => {
    if (value === null) return '';
    if (field === 'postId') return posts.find(({ id }) => id === value)?.rank ?? String(value);
    return field === 'dateOfBirth' ? displayDate(String(value)) : String(value);
  };
  const move: Move = { kind: 'teachers', act: 'change', employeeId: same.employeeId, changes };
  const note = wordings.changes(
    changes.map(({ field, before, after }) => ({
      label: labels[field],
      before: shown(field, before),
      after: shown(field, after),
    })),
  );
  return judgedRow('teachers', of, what, { state: 'changed', note, move, record });
}
