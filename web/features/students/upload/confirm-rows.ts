import type { StudentField } from '#shared/students/fields.ts';
import type { ClassListPreview, ConfirmedRow, PreviewedRow } from '#shared/students/spreadsheets/contract.ts';
import { findDuplicatesInFile } from '#shared/students/spreadsheets/duplicates.ts';
import { fieldByColumnName, fieldsToRow, judgeCells, rowToFields } from '#shared/students/spreadsheets/row-cells.ts';
import type { StudentValueReader } from '#shared/students/values.ts';

/** A row of the confirm table. */
export interface ConfirmRow {
  row: number;
  /** Texts of the cells. */
  cells: ReadonlyMap<StudentField, string>;
  /** Reasons of refused cells. */
  refused: ReadonlyMap<StudentField, string>;
  match: PreviewedRow['match'];
  /** The question whether an id far from the school's others is right. */
  farId: string | null;
  /** Stored values of the fields that the row would change. */
  was: Readonly<Record<string, string>>;
  problem: string | null;
  /** The user says that it is the student whose id differs in zeros alone. */
  isSame: boolean;
  /**
   * The user says that it is somebody else than the one with the same name and birthday, or such an id, or that a far
   * id is right.
   */
  isAnother: boolean;
  /** Fields that the user does not want changed. */
  kept: ReadonlySet<StudentField>;
  /** The server is judging a correction. */
  isChecking: boolean;
}

/** What the upload would do with a row. */
export type RowVerdict = 'New' | 'Changes' | 'As before' | 'Same student?' | 'ID right?' | 'Not possible';

export const toConfirmRow = (one: PreviewedRow, columns: readonly string[]): ConfirmRow => ({
  row: one.row,
  cells: rowToFields(one, columns),
  refused: new Map(Object.entries(one.refused) as [StudentField, string][]),
  match: one.match,
  farId: one.far_id,
  was: one.was,
  problem: one.problem,
  isSame: false,
  isAnother: false,
  kept: new Set(),
  isChecking: false,
});

/**
 * The columns of the table: those with a refused cell first, to be visible, then those of product §2, then all others
 * of the file.
 */
export function orderColumnsRefusedFirst({
  columns,
  rows,
}: Pick<ClassListPreview, 'columns' | 'rows'>): StudentField[] {
  const fields: StudentField[] = [...Object.values(fieldByColumnName), ...(columns as StudentField[])];
  const isFaulty = (field: StudentField) => rows.some(({ refused }) => field in refused);
  return [...fields.filter(isFaulty), ...fields.filter((field) => !isFaulty(field))];
}

/** Why a row cannot be uploaded, apart from its cells. Two students may have one name and birthday. */
export const explainRowNotUploadable = ({ problem, match, isAnother }: ConfirmRow): string | null =>
  isAnother && match?.is_certain === false ? null : problem;

/**
 * The question that the user has not answered yet: whether the row is the student whose id differs in zeros alone, or
 * whether an id far from the others is right.
 */
export const findUnansweredQuestion = ({ match, farId, isSame, isAnother }: ConfirmRow): string | null =>
  isSame || isAnother ? null : (match?.question ?? farId);

/** The student that a row changes; null for a new one, and while the question is open. */
const targetOf = (row: ConfirmRow): string | null =>
  row.match === null || row.isAnother || row.problem !== null || findUnansweredQuestion(row) !== null
    ? null
    : row.match.student_id;

/** The user's answer for a row; null withdraws it. */
export type RowAnswer = 'same' | 'another' | null;

export const answerRow = (row: ConfirmRow, answer: RowAnswer): ConfirmRow => ({
  ...row,
  isSame: answer === 'same',
  isAnother: answer === 'another',
});

/** Whether a row would change the student's name: its question is answered separately, never with all others. */
export const hasAnotherName = ({ was }: ConfirmRow): boolean => 'last_name' in was || 'first_name' in was;

/** Fields that a row would change and that the user wants changed. */
export const listChangedFields = (row: ConfirmRow): StudentField[] =>
  targetOf(row) === null ? [] : (Object.keys(row.was) as StudentField[]).filter((field) => !row.kept.has(field));

export function judgeRow(row: ConfirmRow, duplicates: ReadonlyMap<number, string>): RowVerdict {
  if (row.refused.size > 0 || explainRowNotUploadable(row) !== null || duplicates.has(row.row)) return 'Not possible';
  if (findUnansweredQuestion(row) !== null) return row.match === null ? 'ID right?' : 'Same student?';
  if (targetOf(row) === null) return 'New';
  return listChangedFields(row).length > 0 ? 'Changes' : 'As before';
}

/** The row with a field that keeps its stored value, or takes that of the file. */
export function keepOrTakeField(row: ConfirmRow, field: StudentField, isKept: boolean): ConfirmRow {
  const kept = new Set(row.kept);
  if (isKept) kept.add(field);
  else kept.delete(field);
  return { ...row, kept };
}

/** Cache of judged cells: of thousands of rows one is corrected at a time. */
const judged = new WeakMap<ConfirmRow['cells'], ReadonlyMap<StudentField, string>>();

/** Rows with the student of an earlier row, by the rules of the server. */
export function findDuplicateRows(rows: readonly ConfirmRow[], read: StudentValueReader): Map<number, string> {
  const valuesOf = (cells: ConfirmRow['cells']) => {
    const values = judged.get(cells) ?? judgeCells(identifyingCells(cells), { read, isNew: false }).values;
    judged.set(cells, values);
    return values;
  };
  return findDuplicatesInFile(
    rows.map((one) => ({
      row: one.row,
      values: valuesOf(one.cells),
      student: targetOf(one),
      hasOpenQuestion: findUnansweredQuestion(one) !== null,
    })),
  );
}

const identifyingFields: readonly StudentField[] = [
  ...(['id', 'sea_no', 'birth_certificate_no'] as const),
  ...(['last_name', 'first_name', 'date_of_birth'] as const),
];
const identifyingCells = (cells: ConfirmRow['cells']) =>
  identifyingFields.flatMap((field) => {
    const text = cells.get(field) ?? '';
    return text === '' ? [] : [[field, text] as const];
  });

/** The row with a corrected cell, judged at once; the server judges who the student is. */
export function correctRow(row: ConfirmRow, [field, text]: readonly [StudentField, string], read: StudentValueReader) {
  const cells = new Map(row.cells).set(field, text);
  const { refused } = judgeCells(cells, { read, isNew: targetOf(row) === null && row.problem === null });
  return { ...row, cells, refused, isChecking: true };
}

/** A row as it is confirmed. */
export function toConfirmedRow(row: ConfirmRow, columns: readonly string[]): ConfirmedRow {
  const target = targetOf(row);
  return {
    row: row.row,
    ...fieldsToRow(row.cells, columns),
    student_id: target,
    ...(target === null
      ? {}
      : { was: Object.fromEntries(listChangedFields(row).map((field) => [field, row.was[field] ?? ''])) }),
    ...(target !== null && row.isSame ? { is_same: true } : {}),
    ...(row.isAnother ? { is_another: true } : {}),
  };
}
