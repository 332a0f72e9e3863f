import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from '../controls/button.tsx';
import type { GridColumn, TextColumn } from './grid-columns.ts';
import { type ColumnSorting, GridHeadings, keepFocus } from './grid-headings.tsx';
import type { GridModel } from './grid-model.ts';
import { type GridRowFacts, GridRowView } from './grid-row.tsx';
import styles from './mark-grid.module.css';
import { SheetGeometry } from './sheet-geometry.ts';
import { CursorRenderer } from './typing/cursor.ts';
import { LiveField } from './typing/live-field.ts';
import { useGridEvents, useUnfocusedKeys } from './use-grid-events.ts';
import { useRenderedRows } from './use-rendered-rows.ts';

export interface MarkGridProps {
  grid: GridModel;
  /** The grid's accessible name. */
  label: string;
  /** Heading of the sticky first column. */
  corner: string;
  /** Both memoized: new arrays render all rows. */
  columns: readonly GridColumn[];
  rows: readonly GridRowFacts[];
  /** Opens the field of a text cell, which passes its text to `grid.enter`. Needed with text columns. */
  onOpenText?: ((rowId: string, column: TextColumn) => void) | undefined;
  /** Shows the list of keys. */
  onKeys?: (() => void) | undefined;
  /** Set to the element that gets the focus back: the active cell, or the field over it. */
  activeCell?: RefObject<HTMLElement | null> | undefined;
  /** A sticky line under the rows, with a child for each column. The style sheet sets its height. */
  foot?: ReactNode;
  /** Id of a text that explains the sheet, such as why a column is closed. */
  describedBy?: string | undefined;
  sorting?: ColumnSorting | undefined;
}

const doNothing = () => {};

/**
 * The table for entering marks (ARIA grid pattern). Arrows, Enter and Shift+Enter, Tab, Home, End, Page Up and Page
 * Down move; typing replaces, F2 or a double click edits, Escape restores, Delete clears; Shift extends the selection;
 * copy, cut and paste use the format of spreadsheets; Ctrl+Z and Ctrl+Y undo and redo; Ctrl+D fills down, with Shift
 * the blanks of the column; Ctrl+Enter goes to the next blank.
 *
 * It scrolls its content, so it needs a height. Renders all rows of a class; of a longer sheet the visible rows, some
 * around them, and the one with the active cell.
 */
export function MarkGrid(props: MarkGridProps) {
  const {
    grid,
    label,
    corner,
    columns,
    rows,
    onOpenText = doNothing,
    onKeys = doNothing,
    foot,
    describedBy,
    sorting,
  } = props;
  const ownCell = useRef<HTMLElement>(null);
  const activeCell = props.activeCell ?? ownCell;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const geometry = useRef<SheetGeometry>(null);
  const field = useMemo(() => new LiveField(grid), [grid]);
  const { span, updateNow } = useRenderedRows(rows.length, geometry);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const cursor = useMemo(
    () => new CursorRenderer({ grid, field, activeCell, onMissingRow: drawAgain }),
    [grid, field, activeCell],
  );
  // Before they are measured.
  useLayoutEffect(() => grid.arrange(columns, rows), [grid, columns, rows]);
  useLayoutEffect(() => {
    if (!scroller.current || !sheet.current) return;
    const measured = new SheetGeometry(scroller.current, sheet.current);
    geometry.current = measured;
    field.follow(sheet.current);
    const detach = cursor.attach(measured);
    const stop = measured.watch(() => {
      updateNow();
      cursor.positionField();
    });
    return () => {
      stop();
      detach();
      field.frame.remove();
    };
  }, [field, cursor, updateNow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have to be measured
  useLayoutEffect(() => geometry.current?.measure(), [columns, foot === undefined]);
  // After every rendering, which is rare: the cursor marks rendered rows.
  useLayoutEffect(cursor.draw);
  useUnfocusedKeys({ grid, cursor, label, sheet });
  const events = useGridEvents({ grid, field, cursor, onOpenText, onKeys });
  const sort = sorting && {
    ...sorting,
    press: (column: string | null) => {
      field.commit();
      sorting.press(column);
    },
  };
  const step = (to: 'up' | 'down') => {
    field.commit();
    grid.move(to);
    cursor.focus();
    cursor.reveal();
  };
  const active = grid.active()?.row.id;
  const drawn = rows
    .map((row, index) => ({ row, index }))
    .filter(({ row, index }) => (index >= span.from && index < span.to) || row.id === active);
  const longest = useMemo(() => Math.max(0, ...rows.map(({ name }) => name.length)), [rows]);
  return (
    <>
      <div
        ref={scroller}
        className={styles.grid}
        style={
          {
            '--longest': longest,
            '--columns': columns.map(({ width }) => width).join(' '),
            ...(foot === undefined ? {} : { '--under': 'var(--foot)' }),
          } as CSSProperties
        }
        data-tall={columns.some(({ isCounted }) => isCounted) || undefined}
        {...events}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a <table> cannot contain the layout of its rows */}
        <div
          ref={sheet}
          id={id}
          role="grid"
          aria-label={label}
          aria-describedby={describedBy}
          aria-multiselectable
          aria-rowcount={rows.length + 1}
          className={styles.sheet}
          style={{ '--rows': rows.length } as CSSProperties}
        >
          <GridHeadings grid={grid} corner={corner} columns={columns} rows={rows} sorting={sort} />
          {drawn.map(({ row, index }, at) => (
            <GridRowView
              key={row.id}
              grid={grid}
              row={row}
              columns={columns}
              index={index}
              gap={index - (drawn[at - 1]?.index ?? -1) - 1}
            />
          ))}
        </div>
        {foot !== undefined && (
          <div className={styles.foot} data-foot>
            {foot}
          </div>
        )}
      </div>
      <Steps onStep={step} />
      <Announcer grid={grid} />
    </>
  );
}

/** Buttons on a phone for the previous and next student; hidden elsewhere by the style sheet. */
const Steps = ({ onStep }: { onStep: (to: 'up' | 'down') => void }) => (
  <div className={styles.steps}>
    <Button icon={ChevronUp} onMouseDown={keepFocus} onClick={() => onStep('up')}>
      Previous
    </Button>
    <Button icon={ChevronDown} onMouseDown={keepFocus} onClick={() => onStep('down')}>
      Next
    </Button>
  </div>
);

/** Milliseconds for which a message is visible; screen readers keep it. */
const legible = 10_000;

/** Shows the grid's announcements in a line over the lower edge, without taking room or focus. */
function Announcer({ grid }: { grid: GridModel }) {
  const announcement = useSyncExternalStore(grid.subscribeAnnouncement, grid.announcement);
  const { number, isShown } = announcement;
  const [last, setLast] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setLast(number), legible);
    return () => clearTimeout(timer);
  }, [number]);
  return (
    <div className={styles.announcer} role="status">
      <span key={number} className={isShown && number !== last ? styles.said : styles.hiddenText}>
        {announcement.text}
      </span>
    </div>
  );
}
