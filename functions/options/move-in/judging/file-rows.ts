import { kindFields, type MoveInKind, noKind, partOfColumn, termOfField } from '#shared/options/move-in/kinds.ts';
import { cellName, type SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInScreenWordings, moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { type ReadCell, toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import { isCellError, textOf } from '../reading/cell-text.ts';
import type { RecognizedRow, RecognizedSheet } from '../reading/recognize-sheet.ts';
import type { JudgedRow, Move } from './judged-row.ts';

/** A row of a file with what was corrected of it. */
export interface FileRow {
  sheet: RecognizedSheet;
  row: number;
  placeClass: string | undefined;
  fields: readonly string[];
  text: (field: string) => string;
  cell: (field: string) => ReadCell | undefined;
}

/** The rows of one kind, sheet by sheet. */
export const rowsOfKind = (
  sheets: readonly RecognizedSheet[],
  kind: MoveInKind,
  said: SaidOfFile['cells'] = {},
): FileRow[] =>
  sheets
    .filter((sheet) => sheet.kind === kind)
    .flatMap((sheet) => {
      const read = rowReader(sheet, said);
      return sheet.rows.filter(({ refusal }) => refusal === undefined).map(read);
    });

/** The rows that were refused while they were read. */
export const refusedRowsOf = (sheets: readonly RecognizedSheet[]): JudgedRow[] =>
  sheets.flatMap((sheet) =>
    sheet.rows.flatMap((row) =>
      row.refusal === undefined || sheet.kind === noKind
        ? []
        : [
            judgedRow(sheet.kind, toFileRow(sheet, row, {}), row.refusal.what, {
              state: 'refused',
              note: row.refusal.note,
            }),
          ],
    ),
  );

export const toFileRow = (
  sheet: RecognizedSheet,
  row: RecognizedRow,
  said: Readonly<Record<string, string>>,
): FileRow => rowReader(sheet, said)(row);

/** Reads the rows of a sheet, which share what is the same of all of them. */
function rowReader(sheet: RecognizedSheet, said: Readonly<Record<string, string>>): (row: RecognizedRow) => FileRow {
  const fields = sheet.columns.map(({ field }) => field);
  const isCorrected = Object.keys(said).some((cell) => cell.startsWith(`${sheet.name}\n`));
  return ({ row, cells, placeClass }) => {
    // Read as a cell of a file with this text.
    const corrected = (field: string) => {
      const typed = isCorrected ? said[cellName({ sheet: sheet.name, row, field })] : undefined;
      return typed === undefined ? undefined : textOf({ kind: 'text', value: typed });
    };
    return {
      sheet,
      row,
      placeClass,
      fields,
      text: (field) => corrected(field) ?? textOf(cells.get(field)),
      cell: (field) => {
        const text = corrected(field);
        return text === undefined ? cells.get(field) : text === '' ? undefined : { kind: 'text', value: text };
      },
    };
  };
}

/** The label of a field of a kind, as the screen and messages have it. */
export function labelOfField(kind: MoveInKind, field: string): string {
  const column = partOfColumn(field);
  if (column) return kind === 'marks' ? moveInScreenWordings.markColumn(column) : column.subject;
  const { field: bare, ...period } = termOfField(field);
  const own: Readonly<Record<string, string>> = kindFields[kind];
  const label = own[bare] ?? (kind === 'students' ? studentFields[bare as StudentField]?.label : undefined) ?? bare;
  return moveInScreenWordings.countColumn(label, period);
}

type Outcome =
  | { state: 'new' | 'changed' | 'removed'; note: string; move: Move; record?: string }
  | { state: 'same'; note?: string; record?: string }
  | { state: 'refused'; note: string; field?: string };

/** A row of the answer. `kind` is not that of the sheet where a row says more than one thing. */
export function judgedRow(kind: MoveInKind, of: FileRow, what: string, outcome: Outcome): JudgedRow {
  const { state, note = '' } = outcome;
  const field = state === 'refused' ? outcome.field : undefined;
  // A file has tens of thousands of rows: each is made once, with no copy.
  const row: JudgedRow = {
    kind,
    sheet: of.sheet.name,
    row: of.row,
    state,
    what,
    note,
    fix: field === undefined ? null : toFix(kind, of, field),
  };
  if ('move' in outcome) row.move = outcome.move;
  if ('record' in outcome && outcome.record !== undefined) row.record = outcome.record;
  return row;
}

function toFix(kind: MoveInKind, { sheet, text }: FileRow, field: string): NonNullable<JudgedRow['fix']> {
  const column = sheet.columns.find((one) => one.field === field)?.column;
  return {
    field,
    label: labelOfField(kind, field),
    column: column === undefined || sheet.isComposed ? null : toColumnLetters(column),
    text: text(field),
  };
}

/** The first field of these, of all without any, whose formula has no stored value, or an error. */
export function formulaFaultOf(
  of: FileRow,
  fields: readonly string[] = of.fields,
): { field: string; note: string } | undefined {
  for (const field of fields) {
    const cell = of.cell(field);
    if (cell?.kind === 'formula') return { field, note: wordings.emptyFormula };
    const text = cell?.kind === 'text' || cell?.kind === 'other' ? of.text(field) : '';
    if (isCellError(text)) return { field, note: wordings.cellError(text) };
  }
  return undefined;
}
