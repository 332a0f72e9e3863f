import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useMedia } from '../ui/screen/use-media.ts';
import { foldedHeight, type TableColumn } from './columns.ts';
import styles from './data-table.module.css';
import { TableRow, type TableRowCallbacks, tableRoles } from './table-row.tsx';
import type { TableCursor, TableScroller } from './use-table-cursor.ts';

/** In pixels, as in the style sheet of this folder: for a mouse, and for fingers. */
const rowHeights = { mouse: 40, finger: 44 };

interface TableBodyProps<R> {
  rows: readonly { key: string; row: R }[];
  columns: readonly TableColumn<R>[];
  /** Is set to what the cursor needs. */
  view: RefObject<TableScroller>;
  cursor: TableCursor;
  acts: TableRowCallbacks<R>;
  isSelected: ((key: string) => boolean) | undefined;
  canOpen: boolean;
  isInWindow: boolean;
  /** Each row is folded into lines. */
  isFolded: boolean;
}

/** The rows in view, and some around them: a component of its own, so that scrolling renders nothing but rows. */
export function TableBody<R extends object>(props: TableBodyProps<R>) {
  const { rows, columns, view, cursor, acts, isSelected, canOpen, isInWindow, isFolded } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const lineHeight = useMedia('(pointer: coarse)') ? rowHeights.finger : rowHeights.mouse;
  // A row is as high as what it shows; undefined where all are of one height.
  const heights = useMemo(
    () => (isFolded ? rows.map(({ row }) => foldedHeight(columns, row)) : undefined),
    [isFolded, rows, columns],
  );
  const heightOf = (index: number) => heights?.[index] ?? lineHeight;
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    // Around the table. The ref of an ancestor is not set yet when this is first asked.
    getScrollElement: () => body.current?.closest<HTMLDivElement>(`.${styles.frame}`) ?? null,
    estimateSize: heightOf,
    overscan: 3,
    // The head covers the top of the frame.
    scrollPaddingStart: lineHeight,
    initialRect: estimatedRect(isInWindow),
    observeElementRect: observeRect,
    // The focused row stays rendered: removing it would lose the focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const { row } = cursor;
      return row >= range.count || drawn.includes(row) ? drawn : [...drawn, row].sort((a, b) => a - b);
    },
  });
  const measured = useRef({ heights, lineHeight });
  useLayoutEffect(() => {
    if (measured.current.heights === heights && measured.current.lineHeight === lineHeight) return;
    measured.current = { heights, lineHeight };
    virtual.measure();
  }, [heights, lineHeight, virtual]);
  view.current = {
    scrollTo: (row) => virtual.scrollToIndex(row, { align: 'auto' }),
    pageSize: () => Math.max(1, Math.floor((virtual.scrollRect?.height ?? 0) / heightOf(cursor.row)) - 1),
  };
  const items = virtual.getVirtualItems();
  const starts = new Map(items.map(({ index, start }) => [index, start]));
  const drawn = useElements([...starts.keys()], virtual.isScrolling);
  return (
    <tbody
      ref={body}
      {...tableRoles.group}
      className={styles.body}
      style={{ height: virtual.getTotalSize() }}
      onFocus={cursor.onFocus}
    >
      {drawn.map(([index, element]) => {
        const row = rows[index];
        return (
          row && (
            <TableRow
              key={element}
              index={index}
              columns={columns}
              acts={acts}
              canOpen={canOpen}
              start={starts.get(index) ?? 0}
              rowKey={row.key}
              row={row.row}
              isSelected={isSelected?.(row.key)}
              foldedHeight={heights?.[index]}
              activeColumn={index === cursor.row ? cursor.column : undefined}
            />
          )
        );
      })}
    </tbody>
  );
}

/**
 * Which element shows which row, in the order of the page: one that scrolls out of view goes to a row that comes into
 * view, whose texts are all that the browser has to change. A row keeps its element, and so the focus, while it is
 * drawn. Elements are put in the order of the rows when scrolling ends, as moving one costs as much as a new one.
 */
function useElements(
  drawn: readonly number[],
  isScrolling: boolean,
): readonly (readonly [index: number, element: number])[] {
  const before = useRef(new Map<number, number>());
  const made = useRef(0);
  const isDrawn = new Set(drawn);
  const missing = drawn.filter((index) => !before.current.has(index));
  const kept = [...before.current].flatMap(([index, element]) => {
    const shown = isDrawn.has(index) ? index : missing.shift();
    return shown === undefined ? [] : [[shown, element] as const];
  });
  const now = [...kept, ...missing.map((index) => [index, made.current++] as const)];
  if (!isScrolling) now.sort(([a], [b]) => a - b);
  before.current = new Map(now);
  return now;
}

/**
 * The estimated size of a frame that is not laid out yet, by the maximum of the style sheet. Measuring it would cost an
 * extra layout before the first paint.
 */
const estimatedRect = (isInWindow: boolean) => ({
  width: 1000,
  height: isInWindow ? Math.max(240, window.innerHeight - 330) : Math.max(320, window.innerHeight - 220),
});

/** The observer also reports the first size, after the first layout. */
function observeRect(
  { scrollElement }: Virtualizer<HTMLDivElement, HTMLTableRowElement>,
  report: (rect: { width: number; height: number }) => void,
) {
  if (!scrollElement) return;
  const observer = new ResizeObserver(() => {
    const { offsetWidth: width, offsetHeight: height } = scrollElement;
    if (height > 0) report({ width, height });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}
