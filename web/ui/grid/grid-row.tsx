import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { shortened } from '#shared/marking/read-typed.ts';
import {
  type CellNote,
  cellText,
  type GridColumn,
  missingDecimal,
  type NodeColumn,
  type RowValues,
  takesEntry,
} from './columns.ts';
import type { GridModel, ModelRow } from './grid-model.ts';
import { cellIdOf, isLive, noteIdOf } from './live-field.ts';
import styles from './mark-grid.module.css';

export interface GridRow extends ModelRow {
  /** What stands in the sticky first column. */
  header: ReactNode;
}

interface GridRowProps {
  grid: GridModel;
  row: GridRow;
  /** Place in the grid as a screen reader counts: 1 is the headings. */
  rowIndex: number;
  /** Rows left out above it, which are not in the page. */
  gap: number;
  columns: readonly GridColumn[];
}

/**
 * One row. Its cells are elements and no components: a cell is a box with a text, and that is all that it may cost. React
 * draws the row anew when its notes changed; the texts are written straight into the cells, which is most of what a key
 * changes (ADR 0012). What moves over the cells is drawn by the cursor.
 */
export const GridRowView = memo(function GridRowView({ grid, row, rowIndex, gap, columns }: GridRowProps) {
  const subscribe = useCallback((listener: () => void) => grid.subscribe(row.id, listener), [grid, row.id]);
  const notes = useSyncExternalStore(subscribe, () => grid.view(row.id).notes);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const write = () => element.current && writeTexts(element.current, columns, grid.view(row.id).values);
    write();
    return subscribe(write);
  }, [grid, row.id, columns, subscribe]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus (ARIA grid pattern)
    // biome-ignore lint/a11y/useSemanticElements: a <tr> cannot contain its layout, which 35 × 15 cells need
    <div
      role="row"
      aria-rowindex={rowIndex}
      ref={element}
      className={styles.row}
      data-row={row.id}
      style={gap > 0 ? ({ '--gap': gap } as CSSProperties) : undefined}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: not a cell to act on */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowheader" className={styles.rowHeader}>
        {row.header}
      </div>
      {columns.map((column) => cellOf(row, column, notes[column.id]))}
    </div>
  );
});

function cellOf(row: GridRow, column: GridColumn, note: CellNote | undefined): ReactNode {
  const isEntry = takesEntry(column, row.closed);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see GridRowView
    <div
      key={column.id}
      id={cellIdOf({ row: row.id, column: column.id })}
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
      {column.kind === 'node' ? <NodeOfRow column={column} row={row.id} /> : <span className={styles.text} />}
    </div>
  );
}

/** Writes what differs: the first cell stands after the row's header, and a cell's text is the last of it. */
function writeTexts(row: HTMLElement, columns: readonly GridColumn[], values: RowValues): void {
  for (const [index, column] of columns.entries()) {
    const shown = row.children[index + 1]?.lastElementChild;
    const text = cellText(column, values);
    if (column.kind === 'node' || !shown || shown.textContent === text) continue;
    shown.textContent = text;
    if (column.kind === 'number' && column.decimals > 0) tellMissingDecimal(shown.parentElement, column, text);
  }
}

function tellMissingDecimal(cell: HTMLElement | null, column: GridColumn, text: string): void {
  const missing = missingDecimal(column, text);
  if (missing === null) cell?.removeAttribute('data-missing');
  else cell?.setAttribute('data-missing', missing);
}

/** Draws itself: a row that is drawn anew leaves it alone. */
const NodeOfRow = memo(function NodeOfRow({ column, row }: { column: NodeColumn; row: string }) {
  return column.render(row);
});

/** What was typed, struck out beside what was kept; in a conflict the other's value beside the user's own. */
function Typed({ note, id }: { note: CellNote; id: string }) {
  return (
    <span className={styles.typed} title={note.message}>
      {note.kind === 'conflict' ? (
        <span aria-hidden>≠ {shortened(note.typed)}</span>
      ) : (
        <s aria-hidden>{shortened(note.typed)}</s>
      )}
      <span id={id} className={styles.hiddenText}>
        {note.message}
      </span>
    </span>
  );
}
