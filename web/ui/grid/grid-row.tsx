import { memo, type ReactNode, type RefObject, useCallback, useSyncExternalStore } from 'react';
import { type CellNote, cellText, type GridColumn, nameOf, shortened, takesEntry } from './columns.ts';
import type { GridModel, ModelRow } from './grid-model.ts';
import type { LiveEntryRef } from './live-entry.ts';
import { LiveGrade, LiveNumber } from './live-fields.tsx';
import styles from './mark-grid.module.css';

export interface GridRow extends ModelRow {
  /** What stands in the sticky first column. */
  header: ReactNode;
}

interface GridRowProps {
  grid: GridModel;
  row: GridRow;
  columns: readonly GridColumn[];
  live: LiveEntryRef;
  /** Points to the active cell, in whichever row it is. */
  activeCell: RefObject<HTMLDivElement | null>;
}

/** One row, drawn anew when its view changed and at no other time. One subscription a row: one a cell would cost more. */
export const GridRowView = memo(function GridRowView({ grid, row, columns, live, activeCell }: GridRowProps) {
  const subscribe = useCallback((listener: () => void) => grid.subscribe(row.id, listener), [grid, row.id]);
  const view = useSyncExternalStore(subscribe, () => grid.view(row.id));
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus (ARIA grid pattern)
    // biome-ignore lint/a11y/useSemanticElements: a <tr> cannot contain its layout, which 35 × 15 cells need
    <div role="row" className={styles.row} data-row={row.id} data-current={view.active !== null || undefined}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: not a cell to act on */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowheader" className={styles.rowHeader}>
        {row.header}
      </div>
      {columns.map((column, index) => (
        <Cell
          key={column.id}
          grid={grid}
          row={row}
          column={column}
          text={cellText(column, view.values)}
          note={view.notes[column.id]}
          isActive={view.active === column.id}
          isSelected={view.selected !== null && index >= view.selected.from && index <= view.selected.to}
          live={live}
          activeCell={activeCell}
        />
      ))}
    </div>
  );
});

interface CellProps extends Omit<GridRowProps, 'columns'> {
  column: GridColumn;
  text: string;
  note: CellNote | undefined;
  isActive: boolean;
  isSelected: boolean;
}

/** A page has one grid, and a grid one active cell. */
const activeNoteId = 'active-cell-note';

/** One cell; of a row that is drawn anew, only the cells that look different are. */
const Cell = memo(function Cell({ column, text, note, isActive, isSelected, activeCell, ...place }: CellProps) {
  const { grid, row, live } = place;
  const isEntry = takesEntry(column, row.closed);
  const isTyped = isEntry && column.kind !== 'text';
  const noteId = note && isActive ? activeNoteId : undefined;
  const isRefused = note?.kind === 'refused';
  const field = {
    ...{ grid, live, text, noteId, isRefused },
    cell: { row: row.id, column: column.id },
    label: `${nameOf(column)}, ${row.name}`,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see GridRowView
    <div
      ref={isActive ? activeCell : undefined}
      role="gridcell"
      className={styles.cell}
      data-column={column.id}
      data-kind={column.kind}
      data-align={column.kind === 'shown' ? column.align : undefined}
      data-active={isActive || undefined}
      data-note={note?.kind}
      aria-readonly={isEntry ? undefined : true}
      aria-selected={isSelected || undefined}
      aria-invalid={isRefused || undefined}
      aria-haspopup={isEntry && column.kind === 'text' ? 'dialog' : undefined}
      // The live field is the tab stop where there is one; the cell itself where it only shows.
      tabIndex={isTyped ? undefined : isActive ? 0 : -1}
    >
      {note && <Typed note={note} id={noteId} />}
      {column.kind === 'node' && column.render(row.id)}
      {isActive && isEntry && column.kind === 'number' ? (
        <LiveNumber {...field} column={column} />
      ) : (
        column.kind !== 'node' && <span className={styles.text}>{text}</span>
      )}
      {isActive && isEntry && column.kind === 'grade' && <LiveGrade {...field} column={column} />}
    </div>
  );
});

/** What was typed, struck out beside what was kept. */
function Typed({ note, id }: { note: CellNote; id: string | undefined }) {
  return (
    <span className={styles.typed} title={note.message}>
      <s aria-hidden>{shortened(note.typed)}</s>
      <span id={id} className={styles.hiddenText}>
        {note.message}
      </span>
    </span>
  );
}
