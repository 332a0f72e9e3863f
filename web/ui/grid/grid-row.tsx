import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { type CellNote, cellText, type GridColumn, type NodeColumn, shortened, takesEntry } from './columns.ts';
import type { GridModel, ModelRow } from './grid-model.ts';
import { isLive, noteIdOf } from './live-field.ts';
import styles from './mark-grid.module.css';
import type { RowView } from './row-views.ts';

export interface GridRow extends ModelRow {
  /** What stands in the sticky first column. */
  header: ReactNode;
}

interface GridRowProps {
  grid: GridModel;
  row: GridRow;
  /** Place in the grid as a screen reader counts: 1 is the headings. */
  rowIndex: number;
  columns: readonly GridColumn[];
}

/**
 * One row, drawn anew when its values or notes changed and at no other time. Its cells are elements and no components: a
 * cell is a box with a text, and that is all that it may cost. What moves over them is drawn by the cursor.
 */
export const GridRowView = memo(function GridRowView({ grid, row, rowIndex, columns }: GridRowProps) {
  const subscribe = useCallback((listener: () => void) => grid.subscribe(row.id, listener), [grid, row.id]);
  const view = useSyncExternalStore(subscribe, () => grid.view(row.id));
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus (ARIA grid pattern)
    // biome-ignore lint/a11y/useSemanticElements: a <tr> cannot contain its layout, which 35 × 15 cells need
    <div role="row" aria-rowindex={rowIndex} className={styles.row} data-row={row.id}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: not a cell to act on */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowheader" className={styles.rowHeader}>
        {row.header}
      </div>
      {columns.map((column) => cellOf(row, column, view))}
    </div>
  );
});

function cellOf(row: GridRow, column: GridColumn, view: RowView): ReactNode {
  const note = view.notes[column.id];
  const isEntry = takesEntry(column, row.closed);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see GridRowView
    <div
      key={column.id}
      role="gridcell"
      className={styles.cell}
      data-column={column.id}
      data-kind={column.kind}
      data-align={column.kind === 'shown' ? column.align : undefined}
      data-note={note?.kind}
      aria-readonly={isEntry ? undefined : true}
      aria-invalid={note?.kind === 'refused' || undefined}
      aria-haspopup={isEntry && column.kind === 'text' ? 'dialog' : undefined}
      // The live field takes the focus where there is one; the cell itself where it only shows.
      tabIndex={isEntry && isLive(column) ? undefined : -1}
    >
      {note && <Typed note={note} id={noteIdOf({ row: row.id, column: column.id })} />}
      {column.kind === 'node' ? (
        <NodeOfRow column={column} row={row.id} />
      ) : (
        <span className={styles.text}>{cellText(column, view.values)}</span>
      )}
    </div>
  );
}

/** Draws itself: a row that is drawn anew leaves it alone. */
const NodeOfRow = memo(function NodeOfRow({ column, row }: { column: NodeColumn; row: string }) {
  return column.render(row);
});

/** What was typed, struck out beside what was kept. */
function Typed({ note, id }: { note: CellNote; id: string }) {
  return (
    <span className={styles.typed} title={note.message}>
      <s aria-hidden>{shortened(note.typed)}</s>
      <span id={id} className={styles.hiddenText}>
        {note.message}
      </span>
    </span>
  );
}
