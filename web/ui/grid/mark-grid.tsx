import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { GridColumn, TextColumn } from './columns.ts';
import { Cursor } from './cursor.ts';
import type { GridModel } from './grid-model.ts';
import { type GridRow, GridRowView } from './grid-row.tsx';
import { LiveField } from './live-field.ts';
import styles from './mark-grid.module.css';
import { useDrawnRows } from './use-drawn-rows.ts';
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
 * It scrolls inside itself, so give it a height. The rows in sight are drawn first and the others while the page rests; up
 * to some 200 rows stay in the page, so that it can be searched and read out whole.
 */
export function MarkGrid(props: MarkGridProps) {
  const { grid, label, corner, columns, rows, onOpenText = neverText, describedBy } = props;
  const ownCell = useRef<HTMLDivElement>(null);
  const activeCell = props.activeCell ?? ownCell;
  const sheet = useRef<HTMLDivElement>(null);
  const field = useMemo(() => new LiveField(grid), [grid]);
  const { drawn, drawAll } = useDrawnRows(rows.length);
  const cursor = useMemo(() => new Cursor({ grid, field, activeCell, drawAll }), [grid, field, activeCell, drawAll]);
  useLayoutEffect(() => (sheet.current ? cursor.attach(sheet.current) : undefined), [cursor]);
  useLayoutEffect(() => grid.arrange(columns, rows), [grid, columns, rows]);
  useWideMark(sheet);
  const events = useGridEvents({ grid, field, cursor, onOpenText });
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a <table> cannot contain the layout of its rows */}
      <div
        role="grid"
        aria-label={label}
        aria-describedby={describedBy}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        className={styles.grid}
        style={{ '--columns': columns.map(({ width }) => width).join(' '), '--rows': rows.length } as CSSProperties}
        {...events}
      >
        <div ref={sheet} className={styles.sheet}>
          <Headings corner={corner} columns={columns} />
          {rows.slice(0, drawn).map((row, index) => (
            <GridRowView key={row.id} grid={grid} row={row} rowIndex={index + 2} columns={columns} />
          ))}
        </div>
      </div>
      <Announcer grid={grid} />
    </>
  );
}

/** Marks a sheet that is wider than what shows of it: only there has the first column to stick, which costs every move. */
function useWideMark(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const inner = sheet.current;
    const outer = inner?.parentElement;
    if (!inner || !outer) return;
    const observer = new ResizeObserver(() => {
      inner.toggleAttribute('data-wide', inner.offsetWidth > outer.clientWidth);
    });
    observer.observe(inner);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [sheet]);
}

function Headings({ corner, columns }: { corner: string; columns: readonly GridColumn[] }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: headings are not acted on
    // biome-ignore lint/a11y/useSemanticElements: see MarkGrid
    <div role="row" aria-rowindex={1} className={styles.headings}>
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
          <HeadingText column={column} />
        </div>
      ))}
    </div>
  );
}

function HeadingText({ column: { label, name, hint, action } }: { column: GridColumn }) {
  if (!action) {
    return (
      <>
        <span aria-hidden={name !== undefined}>{label}</span>
        {name !== undefined && <span className={styles.hiddenText}>{name}</span>}
        {hint && <span className={styles.hint}>{hint}</span>}
      </>
    );
  }
  return (
    <button
      type="button"
      className={styles.headingButton}
      onClick={action.onPress}
      // The grid's own keys act on its cells.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <span className={styles.hiddenText}>{`${action.label} `}</span>
      <span>{label} </span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </button>
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
