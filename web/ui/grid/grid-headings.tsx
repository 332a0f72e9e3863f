import { type ReactNode, useSyncExternalStore } from 'react';
import type { GridColumn } from './grid-columns.ts';
import type { GridModel } from './grid-model.ts';
import type { GridRowFacts } from './grid-row.tsx';
import styles from './mark-grid.module.css';

/** Sorting by a click on a heading; a column of null: by the names. */
export interface ColumnSorting {
  orderOf: (column: string | null) => 'ascending' | 'descending' | undefined;
  press: (column: string | null) => void;
}

/** Keeps the focus, and a phone's keyboard, where they are. */
export const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

interface HeadingsProps {
  grid: GridModel;
  /** Heading of the sticky first column. */
  corner: string;
  columns: readonly GridColumn[];
  rows: readonly GridRowFacts[];
  sorting: ColumnSorting | undefined;
}

/** The row of column headings. */
export function GridHeadings({ grid, corner, columns, rows, sorting }: HeadingsProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: headings are not acted on
    // biome-ignore lint/a11y/useSemanticElements: see MarkGrid
    <div role="row" aria-rowindex={1} className={styles.headings}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: headings are not acted on */}
      {/* biome-ignore lint/a11y/useSemanticElements: see MarkGrid */}
      <div role="columnheader" className={styles.corner} aria-sort={sorting?.orderOf(null)}>
        {sorting ? <SortButton onPress={() => sorting.press(null)}>{corner}</SortButton> : corner}
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
          aria-sort={sorting?.orderOf(column.id)}
        >
          <HeadingText
            column={column}
            sorting={sorting}
            hints={<HeadingHints grid={grid} column={column} rows={rows} />}
          />
        </div>
      ))}
    </div>
  );
}

/** Sorts on a click. Not in the tab order: keyboard users have the sheet menu. */
const SortButton = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button type="button" tabIndex={-1} className={styles.sortButton} onMouseDown={keepFocus} onClick={onPress}>
    {children}
  </button>
);

interface HeadingTextProps {
  column: GridColumn;
  sorting: ColumnSorting | undefined;
  hints: ReactNode;
}

function HeadingText({ column, sorting, hints }: HeadingTextProps) {
  const { id, kind, label, name, action } = column;
  if (!action) {
    const text = (
      <>
        <span aria-hidden={name !== undefined}>{label}</span>
        {name !== undefined && <span className={styles.hiddenText}>{name}</span>}
        {hints}
      </>
    );
    return sorting && kind !== 'node' ? <SortButton onPress={() => sorting.press(id)}>{text}</SortButton> : text;
  }
  return (
    <button
      type="button"
      className={styles.headingButton}
      title={label}
      onClick={action.onPress}
      // The grid's keys are for its cells.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <span className={styles.hiddenText}>{`${action.label} `}</span>
      <span className={styles.topic}>{label} </span>
      {hints}
    </button>
  );
}

type HeadingHintsProps = Pick<HeadingsProps, 'grid' | 'rows'> & { column: GridColumn };

const HeadingHints = ({ grid, rows, column: { id, hint, date, isCounted } }: HeadingHintsProps) => (
  <>
    {date && <span className={`${styles.hint} ${styles.date}`}>{date} </span>}
    {hint && <span className={styles.hint}>{hint} </span>}
    {isCounted && <HeadingCount grid={grid} rows={rows} column={id} />}
  </>
);

/** How many rows shown have a value in the column. */
function HeadingCount({ grid, rows, column }: Pick<HeadingsProps, 'grid' | 'rows'> & { column: string }) {
  const counted = rows.filter(({ isUncounted }) => !isUncounted);
  const filled = useSyncExternalStore(
    grid.subscribeRows,
    () => counted.filter(({ id }) => (grid.view(id).values[column] ?? null) !== null).length,
  );
  return <span className={styles.hint}>{`${filled} of ${counted.length}`}</span>;
}
