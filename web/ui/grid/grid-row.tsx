import { type CSSProperties, memo, type ReactNode, useSyncExternalStore } from 'react';
import { shortenTyped } from '#shared/marks/parse-typed.ts';
import { Avatar } from '../display/avatar.tsx';
import { acceptsEntry, type CellNote, cellText, type GridColumn, missingDecimalPadding } from './grid-columns.ts';
import type { ModelRow } from './grid-cursor.ts';
import type { GridModel } from './grid-model.ts';
import styles from './mark-grid.module.css';
import type { RowView } from './row-views.ts';
import { elementIdOfCell, elementIdOfNote, usesLiveField } from './typing/live-field.ts';

/** A row of the sheet. */
export interface GridRowFacts extends ModelRow {
  /** File name of the picture; null: initials; undefined: the sheet shows no pictures. */
  picture?: string | null | undefined;
}

interface GridRowFactsProps {
  grid: GridModel;
  row: GridRowFacts;
  columns: readonly GridColumn[];
  /** Index in the sheet, from 0. */
  index: number;
  /** How many rows above it are not rendered. */
  gap: number;
}

/**
 * One row of a sheet. It renders if its view changes, and not for moves of the cursor (ADR 0012): `Cursor` sets
 * `tabindex`, `aria-selected` and `data-here` on its elements.
 */
export const GridRowView = memo(
  ({ grid, row, columns, index, gap }: GridRowFactsProps) => {
    const view = useSyncExternalStore(
      (listener) => grid.subscribe(row.id, listener),
      () => grid.view(row.id),
    );
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: its cells are focused
      // biome-ignore lint/a11y/useSemanticElements: see MarkGrid
      <div
        role="row"
        aria-rowindex={index + 2}
        className={styles.row}
        style={gap > 0 ? ({ '--gap': gap } as CSSProperties) : undefined}
        data-row={row.id}
      >
        <RowHeader {...row} />
        {columns.map((column) => cellOf(column, row, view))}
      </div>
    );
  },
  (before, after) =>
    before.grid === after.grid &&
    before.columns === after.columns &&
    before.index === after.index &&
    before.gap === after.gap &&
    (['id', 'name', 'standing', 'picture', 'closed'] as const).every((part) => before.row[part] === after.row[part]),
);

/** The name with the standing below it, and the picture. */
const RowHeader = ({ name, standing, picture }: GridRowFacts) => (
  // biome-ignore lint/a11y/useFocusableInteractive: its cells are focused
  // biome-ignore lint/a11y/useSemanticElements: see MarkGrid
  <div role="rowheader" className={styles.rowHeader}>
    {picture !== undefined && (
      <span className={styles.picture}>
        <Avatar name={name} picture={picture} tiny />
      </span>
    )}
    <span className={styles.twoLines}>
      <span>{name}</span>
      {standing !== undefined && <span className={styles.standing}>{standing}</span>}
    </span>
  </div>
);

/** A cell is one element with a text, and no component, for speed. A note is before the text. */
function cellOf(column: GridColumn, row: GridRowFacts, { values, notes, outliers }: RowView): ReactNode {
  const { id, kind } = column;
  const cell = { row: row.id, column: id };
  const isOpen = acceptsEntry(column, row.closed);
  const text = cellText(column, values);
  const note = notes[id];
  // A sign and a tooltip beside the colour, which not everybody sees.
  const noted = column.noteOf?.(values);
  const low = column.lowOf?.(values);
  const outlier = outliers[id];
  return (
    // biome-ignore lint/a11y/useSemanticElements: see MarkGrid
    <div
      key={id}
      id={elementIdOfCell(cell)}
      role="gridcell"
      className={styles.cell}
      // The live field has the focus in editable cells, the cell itself in read-only ones.
      tabIndex={isOpen && usesLiveField(column) ? undefined : -1}
      aria-readonly={isOpen ? undefined : true}
      aria-haspopup={isOpen && kind === 'text' ? 'dialog' : undefined}
      aria-invalid={note?.kind === 'refused' || undefined}
      title={[noted && `Note: ${noted}`, low, outlier].filter(Boolean).join('. ') || undefined}
      data-column={id}
      data-kind={kind}
      data-align={kind === 'shown' ? column.align : undefined}
      data-missing={missingDecimalPadding(column, text) ?? undefined}
      data-out-of={(kind === 'number' && column.outOf?.(values)) || undefined}
      data-sign={`${low ? '▾' : ''}${outlier ? '◇' : ''}` || undefined}
      data-noted={noted ? true : undefined}
      data-note={note?.kind}
    >
      {note ? (
        <>
          <Typed note={note} id={elementIdOfNote(cell)} />
          {text !== '' && <span data-value>{text}</span>}
        </>
      ) : kind === 'node' ? (
        column.render(row.id)
      ) : (
        text
      )}
    </div>
  );
}

/** The typed text, struck out beside the kept value; in a conflict the stored value beside the user's own. */
function Typed({ note: { kind, typed, message }, id }: { note: CellNote; id: string }) {
  return (
    <span className={styles.typed} title={message}>
      {kind === 'conflict' ? (
        <span aria-hidden>{`≠ ${shortenTyped(typed)}`}</span>
      ) : (
        <s aria-hidden>{shortenTyped(typed)}</s>
      )}
      <span id={id} className={styles.hiddenText}>
        {message}
      </span>
    </span>
  );
}
