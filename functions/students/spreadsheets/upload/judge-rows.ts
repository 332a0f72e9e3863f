import type { StudentField } from '#shared/students/fields.ts';
import { duplicatesInFile } from '#shared/students/spreadsheets/duplicates.ts';
import { judgeCells } from '#shared/students/spreadsheets/row-cells.ts';
import type { ReadStudentValue } from '#shared/students/values.ts';
import { describeDuplicate, describeStudent, existsSentence, sameIdQuestion } from '../../records/duplicates.ts';
import type { KnownStudents, Match } from './known-students.ts';

/** A row as it was read of a file, or as somebody confirmed it. */
export interface TypedRow {
  row: number;
  typed: ReadonlyMap<StudentField, string>;
  /** Cells that were refused before anybody looked at what they say. */
  reasons?: ReadonlyMap<StudentField, string>;
  /** Whom the row is to change, as the user confirmed it. */
  studentId?: string | null;
  /** The user says that this is the student whose id differs in zeros alone. */
  isSame?: boolean;
  /** The user says that this is somebody else than who has the same name and birthday, or an id that differs in zeros alone. */
  isAnother?: boolean;
}

export interface JudgedRow {
  row: number;
  /** What is to be stored, by field; blank cells are not there. */
  values: ReadonlyMap<StudentField, string>;
  refused: ReadonlyMap<StudentField, string>;
  /** The student whom the row is, or may be. */
  match: Match | null;
  /** The student whom the row would change; null for a new one. */
  target: string | null;
  /** What the user has to answer before the row can be uploaded (rule 55). */
  question: string | null;
  /** Why the row cannot be uploaded, given the students of the school. */
  problem: string | null;
  /** The row of the file that is the same student. */
  double: string | null;
}

/** Judges the rows of an upload: each cell, and who is in the school or in the file already. */
export function judgeRows(
  rows: readonly TypedRow[],
  { known, read }: { known: KnownStudents; read: ReadStudentValue },
): JudgedRow[] {
  const judged = rows.map((row) => judgeRow(row, { known, read }));
  const duplicates = duplicatesInFile(
    judged.map((one) => ({ ...one, student: one.target, hasOpenQuestion: one.question !== null })),
  );
  return judged.map((one) => ({ ...one, double: duplicates.get(one.row) ?? null }));
}

function judgeRow(
  row: TypedRow,
  { known, read }: { known: KnownStudents; read: ReadStudentValue },
): Omit<JudgedRow, 'double'> {
  const cells = judgeCells(row.typed, { read, isNew: false });
  const matches = known.find(cells.values);
  const identity = identify(row, { matches, hasId: cells.values.has('id') });
  const isNew = identity.target === null && identity.problem === null;
  const { values, refused } = isNew ? judgeCells(row.typed, { read, isNew }) : cells;
  for (const [field, reason] of row.reasons ?? []) {
    values.delete(field);
    refused.set(field, reason);
  }
  return { row: row.row, values, refused, ...identity };
}

type Identity = Pick<JudgedRow, 'match' | 'target' | 'problem' | 'question'>;

function identify(row: TypedRow, { matches, hasId }: { matches: readonly Match[]; hasId: boolean }): Identity {
  const certain = matches.filter(isCertain);
  const [match = null, ...others] = certain.length > 0 ? certain : matches;
  if (match === null) {
    const isGone = row.studentId !== undefined && row.studentId !== null;
    return { match, target: null, question: null, problem: isGone ? `There is no student ${row.studentId}.` : null };
  }
  const { student, by } = match;
  const refuse = (problem: string): Identity => ({ match, target: null, problem, question: null });
  if (others.length > 0 && (certain.length > 0 || row.isAnother !== true)) {
    return refuse(severalMatchesSentence(row, [match, ...others]));
  }
  if (!isCertain(match) && row.isAnother === true) return { match, target: null, problem: null, question: null };
  const isNear = by === 'near id';
  if (student.status === 'archived')
    return refuse(`${isNear ? existsSentence(student) : `${describeMatch(match)}.`} Restore the student first.`);
  if (isNear && row.isSame !== true) {
    const question = sameIdQuestion(student);
    return row.studentId === undefined
      ? { match, target: student.studentId, problem: null, question }
      : refuse(question);
  }
  if (hasId && by !== 'id' && !isNear) return refuse(`${describeMatch(match)}, who has another Student ID.`);
  if (row.studentId === null) return refuse(`${describeMatch(match)}, who is in the school already.`);
  if (row.studentId !== undefined && row.studentId !== student.studentId) {
    return refuse(`This is ${describeStudent(student)}, not student ${row.studentId}.`);
  }
  return { match, target: student.studentId, problem: null, question: null };
}

/** A number or an id belongs to one student; a name and a birthday may be those of two, and an id without its zeros too. */
export const isCertain = ({ by }: Match): boolean => by !== 'name and birthday' && by !== 'near id';

function severalMatchesSentence(row: TypedRow, matches: readonly Match[]): string {
  if (matches.some(({ by }) => by !== 'near id')) return `${matches.map(describeMatch).join('; ')}.`;
  const who = matches.map(({ student }) => describeStudent(student)).join(' or ');
  return `${row.typed.get('id') ?? ''} may be ${who}. Please write the ID as the school has it.`;
}

const describeMatch = ({ student, by }: Match): string => describeDuplicate({ student, same: by });
