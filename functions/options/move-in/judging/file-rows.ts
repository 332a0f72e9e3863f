import { kindFields, type MoveInKind, noKind, partOfColumn } from '#shared/options/move-in/kinds.ts';
import { cellName, type SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInScreenWordings, moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { type ReadCell, toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import { textOf } from '../reading/cell-text.ts';
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
    .flatMap((sheet) =>
      sheet.rows.filter(({ refusal }) => refusal === undefined).map((row) => toFileRow(sheet, row, said)),
    );

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

export function toFileRow(
  sheet: RecognizedSheet,
  { row, cells, placeClass }: RecognizedRow,
  said: Readonly<Record<string, string>>,
): FileRow {
  const corrected = (field: string) => said[cellName({ sheet: sheet.name, row, field })];
  return {
    sheet,
    row,
    placeClass,
    fields: sheet.columns.map(({ field }) => field),
    text: (field) => corrected(field)?.trim() ?? textOf(cells.get(field)),
    cell: (field) => {
      const text = corrected(field);
      return text === undefined
        ? cells.get(field)
        : text.trim() === ''
          ? undefined
          : { kind: 'text', value: text.trim() };
    },
  };
}

/** The label of a field of a kind, as the screen and messages have it. */
export function labelOfField(kind: MoveInKind, field: string): string {
  const column = partOfColumn(field);
  if (column) return kind === 'marks' ? moveInScreenWordings.markColumn(column.part, column.subject) : column.subject;
  const own: Readonly<Record<string, string>> = kindFields[kind];
  return own[field] ?? (kind === 'students' ? studentFields[field as StudentField]?.label : undefined) ?? field;
}

type Outcome =
  | { state: 'new' | 'changed' | 'removed'; note: string; move: Move; record?: string }
  | { state: 'same'; note?: string; record?: string }
  | { state: 'refused'; note: string; field?: string };

/** A row of the answer. `kind` is not that of the sheet where a row says more than one thing. */
export function judgedRow(kind: MoveInKind, of: FileRow, what: string, outcome: Outcome): JudgedRow {
  const { sheet, row } = of;
  const field = outcome.state === 'refused' ? outcome.field : undefined;
  const column = sheet.columns.find((one) => one.field === field)?.column;
  return {
    kind,
    sheet: sheet.name,
    row,
    state: outcome.state,
    what,
    note: outcome.note ?? '',
    fix:
      field === undefined
        ? null
        : {
            field,
            label: labelOfField(kind, field),
            column: column === undefined || sheet.isComposed ? null : toColumnLetters(column),
            text: of.text(field),
          },
    ...('move' in outcome ? { move: outcome.move } : {}),
    ...('record' in outcome && outcome.record !== undefined ? { record: outcome.record } : {}),
  };
}

/** The first field of these with a formula that has no stored value. */
export const emptyFormulaOf = (of: FileRow, fields: readonly string[]): { field: string; note: string } | undefined => {
  const field = fields.find((one) => of.cell(one)?.kind === 'formula');
  return field === undefined ? undefined : { field, note: wordings.emptyFormula };
};
