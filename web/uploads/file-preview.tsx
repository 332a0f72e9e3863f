import type { ReactNode } from 'react';
import type { ListSheets } from '#shared/file-questions.ts';
import { pluralize } from '#shared/pluralize.ts';
import { Alert } from '../ui/display/alert.tsx';
import { NumberCell, NumberHead, Table } from '../ui/display/table.tsx';
import { WholeDates } from '../ui/screen/whole-dates.tsx';

interface PreviewTableProps<Row> {
  label: string;
  rows: readonly Row[];
  /** The first one names a row. */
  columns: readonly { label: string; cell: (row: Row) => ReactNode; isNumber?: boolean }[];
  keyOf: (row: Row, index: number) => string;
  dense?: boolean;
}

/** A table of what a file would change, or of rows that are refused. Nothing without rows. */
export function PreviewTable<Row>({ label, rows, columns, keyOf, dense = true }: PreviewTableProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <Table label={label} dense={dense}>
      <thead>
        <tr>
          {columns.map(({ label: heading, isNumber }) =>
            isNumber ? (
              <NumberHead key={heading}>{heading}</NumberHead>
            ) : (
              <th key={heading} scope="col">
                {heading}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ label: heading, cell, isNumber }, place) =>
              place === 0 ? (
                <th key={heading} scope="row">
                  {cell(row)}
                </th>
              ) : isNumber ? (
                <NumberCell key={heading}>{cell(row)}</NumberCell>
              ) : (
                <td key={heading}>{cell(row)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface NoteListProps {
  tone: 'info' | 'warning';
  title: ReactNode;
  /** Name of the list. */
  label: string;
  notes: readonly { key: string | number; text: ReactNode }[];
  /** Number of all notes, where only the first are listed. */
  total?: number;
}

/** A message with a list, such as rows that are refused. Nothing without notes. */
export function NoteList({ tone, title, label, notes, total = notes.length }: NoteListProps) {
  if (total === 0) return null;
  return (
    <Alert tone={tone}>
      {title}
      <ul aria-label={label}>
        {notes.map(({ key, text }) => (
          <li key={key}>
            <WholeDates>{text}</WholeDates>
          </li>
        ))}
        {total > notes.length && <li>and {pluralize(total - notes.length, 'other')}</li>}
      </ul>
    </Alert>
  );
}

/** Notes about cells that were not read as they are shown, such as formulas. Nothing where there are none. */
export const ReadingNotes = ({ notes }: { notes: readonly string[] }) => (
  <NoteList
    tone="info"
    title="Please check how the file was read:"
    label="How the file was read"
    notes={notes.map((text) => ({ key: text, text }))}
  />
);

/** Names the sheets of the file whose lists were not read. Nothing where there are none. */
export function OtherSheets({ sheets }: { sheets: ListSheets }) {
  const others = sheets.filter(({ is_read }) => !is_read).map(({ name }) => name);
  const read = sheets.find(({ is_read }) => is_read)?.name;
  if (others.length === 0 || read === undefined) return null;
  return (
    <Alert tone="info">
      This is sheet {read}. {others.join(', ')}{' '}
      {others.length === 1 ? 'has a list too: choose' : 'have lists too: choose'} the file again for{' '}
      {others.length === 1 ? 'it' : 'them'}.
    </Alert>
  );
}
