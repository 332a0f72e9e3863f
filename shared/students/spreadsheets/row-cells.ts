import type { StudentField } from '../fields.ts';
import { namedColumns } from './columns.ts';

type NamedCells = Record<keyof typeof namedColumns, string>;
/** The cells of a row as the calls carry them: eight by name, the others in the order of the columns. */
export type RowCells = NamedCells & { more: string[] };

const named = Object.entries(namedColumns) as [keyof typeof namedColumns, StudentField][];

/** What the cells of a row say, by field; blank ones too. */
export function fieldsOfRow(row: Readonly<RowCells>, columns: readonly string[]): Map<StudentField, string> {
  return new Map([
    ...named.map(([name, field]) => [field, row[name]] as const),
    ...columns.map((field, index) => [field as StudentField, row.more[index] ?? ''] as const),
  ]);
}

/** The cells by field as the calls carry them. */
export function rowOfFields(cells: ReadonlyMap<StudentField, string>, columns: readonly string[]): RowCells {
  return {
    ...(Object.fromEntries(named.map(([name, field]) => [name, cells.get(field) ?? ''])) as NamedCells),
    more: columns.map((field) => cells.get(field as StudentField) ?? ''),
  };
}

/** Of the columns of a file, those that have no name of their own in the calls. */
export const furtherColumns = (fields: readonly StudentField[]): StudentField[] =>
  fields.filter((field) => !named.some(([, one]) => one === field));
