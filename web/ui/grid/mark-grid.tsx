import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { GridColumn, TextColumn } from './columns.ts';
import type { GridModel } from './grid-model.ts';
import { type GridRow, GridRowView } from './grid-row.tsx';
import type { LiveEntry } from './live-entry.ts';
import styles from './mark-grid.module.css';
import { useGridEvents } from './use-grid-events.ts';

export interface MarkGridProps {
  grid: GridModel;
  /** The grid's accessible name. */
  label: string;
  /** Heading of the sticky first column. */
  corner: string;
  /** Both must stay the same arrays as long as nothing in them changed: rows are drawn anew with them. */
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  /** The user entered a text cell: show the field for it, and give the text to `grid.enter`. Needed with text columns. */
  onOpenText?: ((rowId: string, column: TextColumn) => void) | undefined;
  /** Points to the active cell, to give the focus back to it. */
  activeCell?: RefObject<HTMLDivElement | null> | undefined;
  /** Id of a text that explains the sheet, such as why a column is closed. */
  describedBy?: string | undefined;
}

const neverText = () => {};

/**
 * The table for entering marks (ARIA grid pattern). Arrows, Enter and Shift+Enter, Tab, Home, End, Page Up and Page Down
 * move; typing replaces, F2 or a second click edits, Escape restores, Delete clears; Shift extends the selection; copy, cut
 * and paste speak a spreadsheet's language; Ctrl+Z and Ctrl+Y undo and redo what was done here.
 *
 * It scrolls inside itself, so give it a height. Up to some 200 rows need no windowing: rows out of sight are not laid out.
 */
export function MarkGrid(props: MarkGridProps) {
  const { grid, label, corner, columns, rows, onOpenText = neverText, describedBy } = props;
  const ownCell = useRef<HTMLDivElement>(null);
  const activeCell = props.activeCell ?? ownCell;
  const live = useRef<LiveEntry>(null);
  useLayoutEffect(() => grid.arrange(columns, rows), [grid, columns, rows]);
  const events = useGridEvents({ grid, live, activeCell, onOpenText });
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a <table> cannot contain the layout of its rows */}
      <div
        role="grid"
        aria-label={label}
        aria-describedby={describedBy}
        aria-multiselectable
        className={styles.grid}
        style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
        {...events}
      >
        <div className={styles.sheet}>
          <Headings corner={corner} columns={columns} />
          {rows.map((row) => (
            <GridRowView key={row.id} grid={grid} row={row} columns={columns} live={live} activeCell={activeCell} />
          ))}
        </div>
      </div>
      <Announcer grid={grid} />
    </>
  );
}

function Headings({ corner, columns }: { corner: string; columns: readonly GridColumn[] }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: headings are not acted on
    // biome-ignore lint/a11y/useSemanticElements: see MarkGrid
    <div role="row" className={styles.headings}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: headings are not acted on */}
      {/* biome-ignore lint/a11y/useSemanticElements: see MarkGrid */}
      <div role="columnheader" className={styles.corner}>
        {corner}
      </div>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useFocusableInteractive: headings are not acted on
        // biome-ignore lint/a11y/useSemanticElements: see MarkGrid
        <div
          key={column.id}
          role="columnheader"
          className={styles.heading}
          data-kind={column.kind}
          data-align={column.kind === 'shown' ? column.align : undefined}
          title={column.name}
        >
          <span aria-hidden={column.name !== undefined}>{column.label}</span>
          {column.name !== undefined && <span className={styles.hiddenText}>{column.name}</span>}
          {column.hint && <span className={styles.hint}>{column.hint}</span>}
        </div>
      ))}
    </div>
  );
}

/** Says what was clamped, refused, pasted and undone. */
function Announcer({ grid }: { grid: GridModel }) {
  const announcement = useSyncExternalStore(grid.subscribeAnnouncement, grid.announcement);
  return (
    <div className={styles.hiddenText} role="status">
      <span key={announcement.number}>{announcement.text}</span>
    </div>
  );
}
