import { type MoveInKind, type PastKind, pastKinds } from '#shared/options/move-in/kinds.ts';
import { toProgress } from '../../platform/jobs/run-job.ts';
import type { JobItem } from '../../platform/jobs/store.ts';
import { splitIntoPieces } from '../../platform/table/table.ts';
import { batchPlannedRows, type PlannedRow } from '../../students/spreadsheets/upload/planned-row.ts';
import { batchStudentsToAssign } from '../../subjects/assignment/batch/assign-batch.ts';
import { type Move, sizeOfMove } from './judging/judged-row.ts';

/** What the run of a file knows beside its rows. */
export interface MoveInInput {
  /** Start year of the lessons and posts; 0 before the current term is set, when it has none. */
  year: number;
  /** How many rows of the file each batch stores. */
  sizes: number[];
}

/** A row of a run: what is to be done, its number in the run, and its name for people. */
export interface JobRow {
  /** Names its writes, with the run: from 1. */
  n: number;
  what: string;
  move: Move;
}

/** Names in remarks a mark or a term of a row that has several. */
export const rowOfPart = (n: number): string => `${n}+`;

/** The one row of an undo of a run that never began. */
export const nothingStored = 'nothing';

/** How many rows of the file each batch is: marks of one student are one row of a job. */
export const sizesOf = (batches: readonly (readonly string[])[]): number[] =>
  batches.map((rows) =>
    rows.reduce((sum, text) => sum + (text === nothingStored ? 1 : sizeOfMove(parseJobRow(text).move)), 0),
  );

/** How far a run or its undo is, in rows of the file as people count them. */
export function toProgressInRows(job: JobItem): ReturnType<typeof toProgress> {
  const { sizes } = job.input as Pick<MoveInInput, 'sizes'>;
  const sum = (some: readonly number[]) => some.reduce((total, size) => total + size, 0);
  return { ...toProgress(job), rows_processed: sum(sizes.slice(0, job.next)), total_rows: sum(sizes) };
}

export const parseJobRow = (text: string): JobRow => JSON.parse(text) as JobRow;

/** Rows of a batch that are written one after the other, within a minute. */
const mostRows: Readonly<Record<Exclude<MoveInKind, 'students' | 'takers' | PastKind>, number>> = {
  teachers: 15,
  subjects: 25,
  classes: 25,
  lessons: 40,
};

/** The rows in batches for the worker: each of one kind, lessons of one teacher, students of one subject. */
export function batchMoves(rows: readonly JobRow[]): string[][] {
  const batches: string[][] = [];
  const simple = (kind: keyof typeof mostRows, group: (row: JobRow) => string) => {
    const groups = Map.groupBy(
      rows.filter(({ move }) => move.kind === kind && !isLeaving(move) && !isEnding(move)),
      group,
    );
    for (const own of groups.values())
      batches.push(...splitIntoPieces(own, mostRows[kind]).map((batch) => batch.map((row) => JSON.stringify(row))));
  };
  simple('teachers', () => '');
  simple('subjects', () => '');
  simple('classes', () => '');
  simple('lessons', ({ move }) => (move.kind === 'lessons' ? move.employeeId : ''));
  batches.push(...batchStudents(rows));
  batches.push(...batchTakers(rows));
  for (const kind of pastKinds) batches.push(...batchPast(rows.filter(({ move }) => move.kind === kind)));
  batches.push(...batchEnded(rows), ...batchLeavers(rows));
  return batches;
}

/** Students whose records one transaction takes with their rows in the trail, and letters that one item takes. */
const mostPast = { students: 40, letters: 150_000 } as const;

/** Marks and attendance of earlier terms: a row has all of one student. */
function batchPast(rows: readonly JobRow[]): string[][] {
  const batches: string[][] = [];
  let letters = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    const batch = batches.at(-1);
    if (batch && batch.length < mostPast.students && letters + text.length <= mostPast.letters) batch.push(text);
    else {
      batches.push([text]);
      letters = 0;
    }
    letters += text.length;
  }
  return batches;
}

/** Students as their upload has them: as many as one transaction takes. */
function batchStudents(rows: readonly JobRow[]): string[][] {
  const students = rows.flatMap((row) => ('planned' in row.move ? [{ row, planned: row.move.planned }] : []));
  const byNumber = new Map(students.map(({ row, planned }) => [planned.row, row]));
  return batchPlannedRows(students.map(({ planned }) => planned)).map((batch) =>
    batch.map((text) => JSON.stringify(byNumber.get((JSON.parse(text) as PlannedRow).row))),
  );
}

/** Somebody is archived: last of all, when what was theirs is others', and put back first of all. */
export const isLeaving = (move: Move): boolean => 'act' in move && move.act === 'archive';

/** A subject or lesson is taken away: after all that comes, and given back before it goes. */
export const isEnding = (move: Move): boolean => 'act' in move && move.act === 'remove';

/** Students whose subject one transaction takes away, each with the check that nobody has entered marks. */
const mostEnded = 45;

/** Subjects of students, by subject, and then lessons, by teacher: none is left who is a teacher's own. */
function batchEnded(rows: readonly JobRow[]): string[][] {
  const ended = rows.filter(({ move }) => isEnding(move));
  const batchesOf = (kind: MoveInKind, groupOf: (move: Move) => string) =>
    [
      ...Map.groupBy(
        ended.filter(({ move }) => move.kind === kind),
        ({ move }) => groupOf(move),
      ).values(),
    ].flatMap((own) => splitIntoPieces(own, mostEnded).map((batch) => batch.map((row) => JSON.stringify(row))));
  return [
    ...batchesOf('takers', (move) => (move.kind === 'takers' ? move.subjectId : '')),
    ...batchesOf('lessons', (move) => (move.kind === 'lessons' ? move.employeeId : '')),
  ];
}

/** People who are archived: each in a transaction, and all within a minute. */
const mostLeavers = 15;

const batchLeavers = (rows: readonly JobRow[]): string[][] =>
  (['students', 'teachers'] as const).flatMap((kind) =>
    splitIntoPieces(
      rows.filter(({ move }) => move.kind === kind && isLeaving(move)),
      mostLeavers,
    ).map((batch) => batch.map((row) => JSON.stringify(row))),
  );

/** Students of one subject and teacher, as many as one transaction takes. */
function batchTakers(rows: readonly JobRow[]): string[][] {
  const takers = rows.flatMap((row) =>
    row.move.kind === 'takers' && row.move.act === undefined ? [{ row, ...row.move }] : [],
  );
  const groups = Map.groupBy(takers, ({ subjectId, employeeId }) => JSON.stringify([subjectId, employeeId]));
  return [...groups.values()].flatMap((own) => {
    const byStudent = new Map(own.map(({ row, studentId }) => [studentId, row]));
    // The class of a new student is not known yet: each may be another one's.
    const students = own.map(({ studentId }) => ({ studentId, classId: studentId }));
    return batchStudentsToAssign(students, { hasTeacher: own[0]?.employeeId != null }).map((batch) =>
      batch.map((studentId) => JSON.stringify(byStudent.get(studentId))),
    );
  });
}
