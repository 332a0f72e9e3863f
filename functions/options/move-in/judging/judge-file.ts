import { createHash } from 'node:crypto';
import type { DayOrderQuestion } from '#shared/file-questions.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import {
  type AlikeKind,
  foldName,
  isPastKind,
  kindTitles,
  type MoveInKind,
  menuOfKind,
  moveInKinds,
  type NamedKind,
  partOfColumn,
  termOfField,
} from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { type Caller, hasMenu } from '../../../platform/requests/caller.ts';
import { toDayOrderQuestion } from '../../../platform/xlsx/day-order.ts';
import { school } from '../../../school/records/school.ts';
import { valueListsOfSchool } from '../../../students/records/value-reader.ts';
import { createClassFinder, currentSubjects, type KnownSchool } from '../known-school.ts';
import type { PastRecords } from '../past-records.ts';
import { isCellError } from '../reading/cell-text.ts';
import type { OtherFile } from '../reading/other-files.ts';
import type { RecognizedFile } from '../reading/read-file.ts';
import type { SchoolNames } from '../reading/recognize-sheet.ts';
import { withoutTitle } from '../reading/split-name.ts';
import { type FileRow, formulaFaultOf, judgedRow, refusedRowsOf, rowsOfKind } from './file-rows.ts';
import { judgeEnded } from './judge-ended.ts';
import { judgeEverybody } from './judge-everybody.ts';
import { judgeLeavers } from './judge-leavers.ts';
import { judgeLessons, judgePosts, lessonKeyOf } from './judge-lessons.ts';
import { judgePast } from './judge-past.ts';
import { judgeStudents } from './judge-students.ts';
import { createSubjectJudge, type SubjectAfter } from './judge-subjects.ts';
import { judgeTakers } from './judge-takers.ts';
import { judgeTeachers } from './judge-teachers.ts';
import { isNewId, type JudgedRow, type Move } from './judged-row.ts';
import { addAsNew, createNameFinder, createNameResolver, createTeacherFinder } from './names.ts';

/** What a sheet is recognized by at this school. */
export function namesForRecognition(known: KnownSchool): SchoolNames {
  const titles = new Set(currentSubjects(known).flatMap(({ title, abbr }) => [foldName(title), foldName(abbr)]));
  return {
    name: school().name,
    findClass: createClassFinder(known.classIds),
    isSubject: (text) => titles.has(foldName(text)),
    terms: school().terms,
    remembered: known.rememberedChoices,
  };
}

export interface JudgedFile {
  rows: readonly JudgedRow[];
  moves: readonly Move[];
  notes: readonly string[];
  dayOrder: DayOrderQuestion;
  names: readonly { of: NamedKind; written: string; key: string; rows: number; means: string | null }[];
  alike: readonly { kind: AlikeKind; question: string; rows: number; answer: 'yes' | 'no' | null }[];
  choices: readonly { of: NamedKind; values: { id: string; name: string }[] }[];
  /** Of the moves: the same for a preview and its confirmation as long as school and file are the same. */
  plan: string | null;
  lastNewId: string | undefined;
}

interface Judging {
  /** The file as a mark's source names it. */
  source: string;
  /** What keeps marks and attendance of earlier terms, where anything does. */
  past: PastRecords | undefined;
  known: KnownSchool;
  said: SaidOfFile;
  caller: Pick<Caller, 'permissions'>;
  now: Date;
}

/** Judges every row by the school as it is and, kind after kind, as the file will leave it. Writes nothing. */
export async function judgeFile(
  file: RecognizedFile & Partial<OtherFile>,
  { known, said, caller, now, source, past }: Judging,
): Promise<JudgedFile> {
  const allowed = new Set(moveInKinds.filter((kind) => hasMenu(caller, [menuOfKind[kind]])));
  const { rowsOf, faults } = splitOffFaults(file, said);
  const lists = valueListsOfSchool(now);
  const alike = createAlike(said);
  const isOther = file.otherSchool !== undefined && alike.ask('other school', file.otherSchool) !== 'yes';

  const teacherRows = rowsOf('teachers');
  const teachers = judgeTeachers(teacherRows, {
    known: known.teachers,
    posts: school().posts,
    dayOrder: said.day_order,
    today: lists.today,
    ask: alike.ask,
  });
  const subjects = createSubjectJudge(known.subjects);
  const subjectRows = rowsOf('subjects').map(subjects.judge);
  const hasSubjects = subjects.list().length > 0;

  const teacherNames = new Map(teachers.after.map((one) => [one.id, `${one.firstName} ${one.lastName}`]));
  for (const { employeeId, firstName, lastName } of known.teachers)
    if (!teacherNames.has(employeeId)) teacherNames.set(employeeId, `${firstName} ${lastName}`);
  const nameOf = (employeeId: string) => teacherNames.get(employeeId) ?? employeeId;
  const currentTeachers = new Set(teachers.after.map(({ id }) => id));
  const findClass = createClassFinder(known.classIds);
  const { findSubject, isSubject, titleOf } = createSubjectFinders(subjects.list);
  const names = createNameResolver({
    said: said.names,
    remembered: known.remembered,
    find: {
      class: findClass,
      subject: findSubject,
      teacher: createTeacherFinder(teachers.after, withoutTitle),
      'past subject': (text) => findSubject(text) ?? known.remembered.subject[foldName(text)],
      grade: (text) => (isMarkWord(text) ? text : undefined),
      'part of a mark': () => undefined,
    },
    isKnown: (of, id) =>
      ({
        class: () => known.classIds.includes(id),
        teacher: () => currentTeachers.has(id),
        subject: () => isSubject(id),
        'past subject': () => isSubject(id),
        grade: () => true,
        'part of a mark': () => false,
      })[of](),
  });
  const lessonRows = rowsOf('lessons');
  const takerRows = rowsOf('takers');
  const added = addNamedSubjects();

  const posts = judgePosts(
    [
      ...rowsOf('classes').flatMap((of) => [
        ...(of.text('form_teacher') === ''
          ? []
          : [
              {
                of,
                classText: of.text('class'),
                as: 'form teacher' as const,
                field: 'form_teacher',
                teacher: of.text('form_teacher'),
              },
            ]),
        ...splitNamesOfPeople(of.text('dean')).map((teacher) => ({
          of,
          classText: of.text('class'),
          as: 'dean' as const,
          field: 'dean',
          teacher,
        })),
      ]),
      ...teacherRows.flatMap((of) => {
        const [classText, id] = [of.text('form_class'), teachers.idOfRow.get(of)];
        return classText === '' || id === undefined
          ? []
          : [{ of, classText, as: 'form teacher' as const, field: 'form_class', teacher: { id } }];
      }),
    ],
    { year: known.year, resolve: names.resolve, nameOf, posts: known.posts },
  );
  const taught = new Set(known.lessons.map((one) => lessonKeyOf(one.employeeId, one.subjectId, one.classId)));
  const lessons = judgeLessons(lessonRows, { year: known.year, resolve: names.resolve, nameOf, taught });
  const students = await judgeStudents(rowsOf('students'), {
    known: known.students,
    lastPlannedId: known.lastPlannedId,
    lists,
    dayOrder: said.day_order,
    resolve: names.resolve,
    ask: alike.ask,
  });
  const taken = new Map(known.assignments.map((one) => [`${one.studentId} ${one.subjectId}`, one.employeeId ?? null]));
  const takers = judgeTakers(takerRows, {
    students: students.after,
    resolve: names.resolve,
    knows: names.knows,
    takenWith: (studentId, subjectId) => taken.get(`${studentId} ${subjectId}`),
    taught: lessons.after,
    nameOf,
    titleOf,
  });
  // Files of other systems say of everybody what they take.
  const isAboutClasses = students.rows.length + lessonRows.length > 0 && !file.sheets.some((one) => one.isComposed);
  const takesNow = new Set([
    ...known.assignments.map(({ studentId }) => studentId),
    ...takers.flatMap(({ move }) => (move?.kind === 'takers' ? [move.studentId] : [])),
  ]);
  const everybody =
    isAboutClasses && allowed.has('takers')
      ? judgeEverybody({
          students: students.after,
          lessons: [
            ...known.lessons,
            ...lessons.rows.flatMap(({ move }) => (move?.kind === 'lessons' && move.act === undefined ? [move] : [])),
          ],
          takesAny: (studentId) => takesNow.has(studentId),
          ask: alike.ask,
          titleOf,
        })
      : [];
  const pastRows = await judgePast([...rowsOf('marks'), ...rowsOf('attendance')], {
    past: allowed.has('marks') ? past : undefined,
    students: students.after,
    resolve: names.resolve,
    ask: alike.ask,
    titleOf,
    terms: school().terms,
    source,
  });

  const ended = await judgeEnded(file.ended ?? [], { known, rows: [...lessons.rows, ...takers], nameOf, titleOf });

  const refused = [...faults, ...refusedRowsOf(file.sheets)];
  const leavers = judgeLeavers(file, {
    known,
    rows: [...teachers.rows, ...students.rows, ...refused],
    ask: alike.ask,
    may: (kind) => allowed.has(kind),
  });

  const judged = [
    ...teachers.rows,
    ...subjectRows,
    ...added,
    ...posts,
    ...lessons.rows,
    ...students.rows,
    ...takers,
    ...everybody,
    ...pastRows,
    ...ended,
    ...leavers,
    ...refused,
  ];
  const rows = judged.filter(({ kind }) => allowed.has(kind));
  const moves = isOther ? [] : withoutOrphans(rows);
  const left = moveInKinds.filter(
    (kind) => !allowed.has(kind) && (rowsOf(kind).length > 0 || judged.some((row) => row.kind === kind)),
  );
  return {
    rows,
    moves,
    notes: [
      ...file.notes,
      ...teachers.order.notes,
      ...students.notes,
      ...(past
        ? []
        : file.sheets.filter(({ kind }) => isPastKind(kind)).map(({ name }) => wordings.noTranscripts(name))),
      ...left.map((kind) => wordings.notAllowed(kindTitles[kind])),
    ],
    dayOrder: joinQuestions(toDayOrderQuestion(teachers.order.open ? [teachers.order.open] : []), students.dayOrder),
    names: [...(file.parts ?? []), ...names.asked.values()],
    alike: alike.list(),
    choices: [
      { of: 'class', values: known.classIds.map((id) => ({ id, name: id })) },
      { of: 'subject', values: subjects.list().map((one) => ({ id: one.subjectId, name: one.title })) },
      { of: 'teacher', values: teachers.after.map(({ id }) => ({ id, name: nameOf(id) })) },
      {
        of: 'past subject',
        values: names.asked.size === 0 ? [] : subjects.list().map((one) => ({ id: one.subjectId, name: one.title })),
      },
      { of: 'grade', values: [{ id: absentMark, name: absentMark }] },
      { of: 'part of a mark', values: (file.parts ?? []).length === 0 ? [] : partsOfMarks },
    ],
    plan: moves.length === 0 ? null : hashOf(moves),
    lastNewId: students.lastNewId,
  };

  /** Subjects that lessons and choices name: new ones where the school has none, or where that is said. */
  function addNamedSubjects(): JudgedRow[] {
    const named = [
      ...lessonRows.map((of): [FileRow, string] => [of, of.text('subject')]),
      ...takerRows.flatMap((of): [FileRow, string][] =>
        of.fields.flatMap((field): [FileRow, string][] =>
          field.startsWith('subject:') ? [[of, field.slice('subject:'.length)]] : [],
        ),
      ),
    ];
    return named.flatMap(([of, text]) => {
      const answer = said.names?.subject?.[foldName(text)];
      const isToAdd =
        answer === addAsNew ||
        (answer === undefined && !hasSubjects && known.remembered.subject[foldName(text)] === undefined);
      if (text === '' || !isToAdd || findSubject(text) !== undefined) return [];
      return subjects.addNamed(of, text)?.row ?? [];
    });
  }
}

/** Move by move: all of them as one text would be as much again. */
function hashOf(moves: readonly Move[]): string {
  const hash = createHash('sha256');
  for (const move of moves) hash.update(JSON.stringify(move)).update('\n');
  return hash.digest('hex');
}

/** As posted reports have it, of a student who missed an exam. */
const absentMark = 'Abs';

/** What results of a file can be. */
const partsOfMarks = Object.entries(wordings.partsOfMarks).map(([id, name]) => ({ id, name }));

/** Finds subjects in a list that grows: what it is searched by is made again when it has grown. */
function createSubjectFinders(list: () => readonly SubjectAfter[]) {
  let count = -1;
  let find: (text: string) => string | 'several' | undefined = () => undefined;
  let titles = new Map<string, string>();
  const current = () => {
    const subjects = list();
    if (subjects.length === count) return;
    count = subjects.length;
    find = createNameFinder(
      subjects.flatMap((one) => [[one.title, one.subjectId] as const, [one.abbr, one.subjectId] as const]),
    );
    titles = new Map(subjects.map(({ subjectId, title }) => [subjectId, title]));
  };
  return {
    findSubject: (text: string) => {
      current();
      return find(text);
    },
    isSubject: (subjectId: string) => {
      current();
      return titles.has(subjectId);
    },
    titleOf: (subjectId: string) => {
      current();
      return titles.get(subjectId) ?? subjectId;
    },
  };
}

/** Columns of a subject, and counts: one that is a formula's error is refused by itself, and the row is read. */
const isReadByItself = (field: string): boolean =>
  partOfColumn(field) !== undefined || ['sessions', 'absent', 'late'].includes(termOfField(field).field);

/** The rows of each kind whose formulas have values, and what becomes of the others. */
function splitOffFaults(file: RecognizedFile, said: SaidOfFile) {
  const faults: JudgedRow[] = [];
  const sound = new Map(
    moveInKinds.map((kind) => {
      const rows = rowsOfKind(file.sheets, kind, said.cells).filter((of) => {
        const fault = formulaFaultOf(
          of,
          of.fields.filter((field) => !isReadByItself(field)),
        );
        if (fault) faults.push(judgedRow(kind, of, nameOfRow(of), { state: 'refused', ...fault }));
        return !fault;
      });
      return [kind, rows] as const;
    }),
  );
  return { rowsOf: (kind: MoveInKind) => sound.get(kind) ?? [], faults };
}

/** Who or what a row is, by its first texts. */
const nameOfRow = ({ fields, text }: FileRow): string =>
  fields
    .map(text)
    .filter((one) => one !== '' && !isCellError(one))
    .slice(0, 2)
    .join(', ');

/** "Bell, Anna; Ali, Sam" as two people: a comma is part of a name. */
const splitNamesOfPeople = (text: string): string[] =>
  text
    .split(/[;/]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** What can be stored: a row that may not be stored takes those with it that need it. */
function withoutOrphans(rows: readonly JudgedRow[]): Move[] {
  const moves = rows.flatMap(({ move }) => (move === undefined ? [] : [move]));
  const teachers = new Set(moves.flatMap((move) => (move.kind === 'teachers' ? [move.employeeId] : [])));
  return moves.filter(
    (move) =>
      !('employeeId' in move) || move.employeeId === null || !isNewId(move.employeeId) || teachers.has(move.employeeId),
  );
}

/** One question for the whole file. */
function joinQuestions(one: DayOrderQuestion, other: DayOrderQuestion): DayOrderQuestion {
  if (!one || !other) return one ?? other;
  return { ...one, columns: [...new Set([...one.columns, ...other.columns])], dates: one.dates + other.dates };
}

/** Counts the rows that are alike, each question once. */
function createAlike(said: SaidOfFile) {
  const asked = new Map<AlikeKind, { rows: number; example: string }>();
  return {
    ask: (kind: AlikeKind, example: string): 'yes' | 'no' | undefined => {
      const one = asked.get(kind);
      if (one) one.rows += 1;
      else asked.set(kind, { rows: 1, example });
      return said.alike?.[kind];
    },
    list: () =>
      [...asked].map(([kind, { rows, example }]) => ({
        kind,
        question: wordings.ask[kind](rows, example),
        rows,
        answer: said.alike?.[kind] ?? null,
      })),
  };
}
