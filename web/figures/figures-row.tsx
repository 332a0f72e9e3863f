import { VisuallyHidden } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { computeColumnStatistics } from '#shared/marks/column-statistics.ts';
import { isCounted, totalText } from '#shared/marks/marks.ts';
import { findOutliers, type Tints } from '#shared/marks/tints.ts';
import { columnName, type GridColumn } from '../ui/grid/grid-columns.ts';
import type { ModelRow } from '../ui/grid/grid-cursor.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import { Row } from '../ui/layout/row.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { callWhenIdle } from '../ui/screen/idle.ts';
import { DistributionChart } from './distribution-chart.tsx';
import { describeUncountedEntries, type FigureColumn, missingMarksText } from './figure-column.ts';
import styles from './figures.module.css';

export interface SheetFiguresProps {
  grid: GridModel;
  columns: readonly GridColumn[];
  /** Those that are shown. */
  rows: readonly ModelRow[];
  /** The current columns of marks. Memoized. */
  columnsNow: () => readonly FigureColumn[];
  /** Whether the row of figures is shown. */
  isShown: boolean;
  /** Which outliers are tinted; null: none. */
  tints: Tints | null;
}

/** Milliseconds without a change before figures are computed: typing does not wait for them. */
const pause = 400;

/** The figures of each column at the foot of a sheet, shortly after a change. Marks outliers in the cells too. */
export default function FiguresRow({ grid, columns, rows, columnsNow, isShown, tints }: SheetFiguresProps) {
  const [figures, setFigures] = useState<readonly FigureColumn[]>([]);
  useEffect(() => {
    const work = () => {
      const now = columnsNow();
      setFigures(now);
      grid.showOutliers(tints ? outliersAmong(now, rows, tints) : new Map());
    };
    let stopIdling = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      stopIdling();
      clearTimeout(timer);
      timer = setTimeout(() => {
        stopIdling = callWhenIdle(work);
      }, pause);
    };
    work();
    const stop = grid.subscribeRows(wait);
    return () => {
      stopIdling();
      clearTimeout(timer);
      stop();
    };
  }, [grid, rows, columnsNow, tints]);
  useEffect(() => () => grid.showOutliers(new Map()), [grid]);
  if (!isShown) return null;
  return (
    <>
      <Stack fill className={styles.heads} shrinks tone="muted" weight={500} aria-hidden>
        <span>
          Mean<span className={styles.roomy}> · median</span>
        </span>
        <span className={styles.roomy}>Lowest–highest</span>
        <span className={styles.roomy}>Missing, spread</span>
      </Stack>
      {columns.map((column) => {
        const figured = figures.find(({ id }) => id === column.id);
        return (
          <Stack
            fill
            key={column.id}
            className={styles.foot}
            shrinks
            figures
            data-kind={column.kind}
            data-figures={column.id}
          >
            {figured && <ColumnFigures name={columnName(column)} column={figured} />}
          </Stack>
        );
      })}
    </>
  );
}

/** Thin spaces, so that 100.0 fits twice into the narrowest column. */
const between = '\u200a·\u200a';

function ColumnFigures({ name, column }: { name: string; column: FigureColumn }) {
  const { marks, outOf, unsaved } = column;
  const figures = computeColumnStatistics(marks, outOf);
  const { mean, median, lowest, highest, entered, missing, distribution } = figures;
  const left = missingMarksText(figures, column);
  const others = [...describeUncountedEntries(figures), left].join(', ');
  const words =
    entered === 0
      ? `${name}: none entered, ${others}`
      : `${name}: mean ${totalText(mean)}, median ${totalText(median)}, lowest ${lowest}, highest ${highest}, ${others}`;
  return (
    <>
      <VisuallyHidden>{words}</VisuallyHidden>
      <span title={words} aria-hidden>
        <b>{totalText(mean) ?? '–'}</b>
        <span className={styles.roomy}>{`${between}${totalText(median) ?? '–'}`}</span>
      </span>
      <span className={styles.roomy} title={words} aria-hidden>
        {lowest === null ? '–' : `${lowest}–${highest}`}
      </span>
      <Row
        as="span"
        justify={entered > 0 ? 'between' : 'end'}
        gap={4}
        className={styles.roomy}
        aria-hidden={entered === 0}
      >
        <span title={left} aria-hidden>
          {missing - unsaved}
        </span>
        {entered > 0 && <DistributionChart counts={distribution} outOf={outOf} bar={4} height={13} />}
      </Row>
    </>
  );
}

/** The texts of outliers, by row and column. */
function outliersAmong(
  columns: readonly FigureColumn[],
  rows: readonly ModelRow[],
  tints: Tints,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const found = new Map<string, Record<string, string>>();
  for (const { id, marks } of columns) {
    for (const [index, side] of findOutliers(
      marks.map((mark) => (isCounted(mark) ? mark : null)),
      tints,
    ).entries()) {
      const row = rows[index]?.id;
      if (side === null || row === undefined) continue;
      found.set(row, { ...found.get(row), [id]: `Outlier: far ${side} the others` });
    }
  }
  return found;
}
