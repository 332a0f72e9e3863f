import type { StudentField } from '#shared/students/fields.ts';
import { findDuplicatesInFile } from '#shared/students/spreadsheets/duplicates.ts';
import { judgeCells } from '#shared/students/spreadsheets/row-cells.ts';
import type { StudentValueReader } from '#shared/students/values.ts';
import { recordWordings, sheetWordings, studentWordings } from '#shared/students/wordings.ts';
import { findFarSeries } from '../../records/add-student-act.ts';
import {
  describeDuplicate,
  describeStudent,
  nearIdQuestion,
  nearIdSentence,
  nearSeaQuestion,
} from '../../records/duplicates.ts';
import type { KnownStudents, StudentMatch } from './known-students.ts';

/** A row as it was read from a file, or as it was confirmed. */
export interface UnjudgedRow {
  row: number;
  typed: ReadonlyMap<StudentField, string>;
  /** What people are shown as its place, where `row` is not the number that their program shows. */
  place?: string;
  /** Reasons of cells that were refused when the file was read. */
  reasons?: ReadonlyMap<StudentField, string>;
  /** The student to change, as the user confirmed it. */
  studentId?: string | null | undefined;
  /** The user says that this is the student whose id differs in zeros alone. */
  isSame?: boolean;
  /**
   * The user says that this is somebody else than the student with the same name and birthday, or with an id that
   * differs in zeros alone.
   */
  isAnother?: boolean;
}

export interface JudgedRow {
  row: number;
  /** The values to store, by field, without blank cells. */
  values: ReadonlyMap<StudentField, string>;
  refused: ReadonlyMap<StudentField, string>;
  /** The student that the row is, or may be. */
  match: StudentMatch | null;
  /** The student that the row would change; null for a new one. */
  target: string | null;
  /** The question to answer before the row can be uploaded (rule 55). */
  question: string | null;
  /** The same where it is about an id far from the school's others. */
  farId: string | null;
  /** Why the row cannot be uploaded because of a student of the school. */
  problem: string | null;
  /** The earlier row of the file with the same student. */
  double: string | null;
}

/** Judges the rows of an upload: each cell, and duplicates in the school and in the file. */
export function judgeRows(
  rows: readonly UnjudgedRow[],
  { known, read }: { known: KnownStudents; read: StudentValueReader },
): JudgedRow[] {
  const named = rows.map(({ typed }) => typed.get('id') ?? '');
  const judged = rows.map((row, index) => {
    const one = judgeRow(row, { known, read });
    const id = one.values.get('id');
    const isNew = one.match === null && one.problem === null;
    if (id === undefined || !isNew || row.isAnother === true) return { ...one, farId: null };
    // A file may begin a series of its own: its other ids are near then.
    const last = findFarSeries(id, [...known.ids, ...named.toSpliced(index, 1)]);
    const farId = last === null ? null : recordWordings.farId(id, last);
    return { ...one, farId, question: farId };
  });
  const duplicates = findDuplicatesInFile(
    judged.map((one, index) => ({
      ...one,
      place: rows[index]?.place,
      student: one.target,
      hasOpenQuestion: one.question !== null,
    })),
  );
  return judged.map((one) => ({ ...one, double: duplicates.get(one.row) ?? null }));
}

function judgeRow(
  row: UnjudgedRow,
  { known, read }: { known: KnownStudents; read: StudentValueReader },
): Omit<JudgedRow, 'double' | 'farId'> {
  const cells = judgeCells(row.typed, { read, isNew: false });
  const matches = known.find(cells.values);
  const identity = identify(row, { matches, hasId: cells.values.has('id') });
  const isNew = identity.target === null && identity.problem === null;
  const { values, refused } = isNew ? judgeCells(row.typed, { read, isNew }) : cells;
  for (const [field, reason] of row.reasons ?? []) {
    values.delete(field);
    refused.set(field, reason);
  }
  // The school's number stays as the school writes it (rule 55).
  const { match } = identity;
  if (match?.by === 'near sea' && (match.student.seaNo?.length ?? 0) > (values.get('sea_no')?.length ?? 0)) {
    if (identity.target !== null) values.delete('sea_no');
  }
  return { row: row.row, values, refused, ...identity };
}

type Identity = Pick<JudgedRow, 'match' | 'target' | 'problem' | 'question'>;

function identify(
  row: UnjudgedRow,
  { matches, hasId }: { matches: readonly StudentMatch[]; hasId: boolean },
): Identity {
  const certain = matches.filter(isCertainMatch);
  const [match = null, ...others] = certain.length > 0 ? certain : matches;
  if (match === null) {
    const isGone = row.studentId !== undefined && row.studentId !== null;
    return {
      match,
      target: null,
      question: null,
      problem: isGone ? studentWordings.noSuch(row.studentId ?? '') : null,
    };
  }
  const { student, by } = match;
  const refuse = (problem: string): Identity => ({ match, target: null, problem, question: null });
  if (others.length > 0 && (certain.length > 0 || row.isAnother !== true)) {
    return refuse(severalMatchesSentence(row, [match, ...others]));
  }
  if (!isCertainMatch(match) && row.isAnother === true) return { match, target: null, problem: null, question: null };
  const isNear = by === 'near id' || by === 'near sea';
  if (student.status === 'archived')
    return refuse(sheetWordings.restoreFirst(by === 'near id' ? nearIdSentence(student) : `${describeMatch(match)}.`));
  if (isNear && row.isSame !== true) {
    const question = by === 'near id' ? nearIdQuestion(student) : nearSeaQuestion(student);
    return row.studentId === undefined
      ? { match, target: student.studentId, problem: null, question }
      : refuse(question);
  }
  if (hasId && by !== 'id' && !isNear) return refuse(sheetWordings.hasOtherId(describeMatch(match)));
  if (row.studentId === null) return refuse(sheetWordings.hereAlready(describeMatch(match)));
  if (row.studentId !== undefined && row.studentId !== student.studentId) {
    return refuse(sheetWordings.otherStudent(describeStudent(student), row.studentId));
  }
  return { match, target: student.studentId, problem: null, question: null };
}

/**
 * Whether a match identifies one student: by a number or an id, not by name and birthday, or a number without its
 * zeros.
 */
export const isCertainMatch = ({ by }: StudentMatch): boolean =>
  by !== 'name and birthday' && by !== 'near id' && by !== 'near sea';

function severalMatchesSentence(row: UnjudgedRow, matches: readonly StudentMatch[]): string {
  if (matches.some(({ by }) => by !== 'near id')) return `${matches.map(describeMatch).join('; ')}.`;
  const who = matches.map(({ student }) => describeStudent(student)).join(' or ');
  return sheetWordings.mayBe(row.typed.get('id') ?? '', who);
}

const describeMatch = ({ student, by }: StudentMatch): string => describeDuplicate({ student, same: by });
