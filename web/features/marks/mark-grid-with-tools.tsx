import { Users } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { useAddressText } from '../../address/use-address-text.ts';
import { useSchool } from '../../api/school.ts';
import { ExplainCellButton } from '../../explain/explain-cell-button.tsx';
import type { FigureColumn } from '../../figures/figure-column.ts';
import { FiguresButton, SheetFigures } from '../../figures/sheet-figures.tsx';
import { CellHistoryButton } from '../../history/cell-history-button.tsx';
import { ClosedTermBand } from '../../pickers/closed-term.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import type { GridColumn } from '../../ui/grid/grid-columns.ts';
import type { GridModel } from '../../ui/grid/grid-model.ts';
import type { GridRowFacts } from '../../ui/grid/grid-row.tsx';
import { MarkGrid, type MarkGridProps } from '../../ui/grid/mark-grid.tsx';
import { SheetTools } from '../../ui/screen/sheet-page.tsx';
import { NothingMissing, SheetBars } from '../../ui/sheet-aids/sheet-bars.tsx';
import { SheetMenu } from '../../ui/sheet-aids/sheet-menu.tsx';
import { useSheetView } from '../../ui/sheet-aids/stored-sheet-choices.ts';
import { type ActiveCellRef, createHeadingSorting, useSheetAids } from '../../ui/sheet-aids/use-sheet-aids.ts';

/** Field of the address with the text of a sheet's search. */
export const findAddress = 'find-student';

/** The column of which a sheet shows blanks alone, and whom its search looks for, in the address (rule 42). */
export function useSheetAddress() {
  const place = useAddressState();
  const [find, onFind] = useAddressText(findAddress);
  return {
    missing: place.get('missing'),
    onMissing: (column: string | null) => place.change({ missing: column }),
    find,
    onFind,
  };
}

/** The user's choice of figures and tints on a sheet; `tints` is null if they are off. */
export function useMarkGridView(keptAs: string) {
  const view = useSheetView(keptAs);
  const { tints } = useSchool();
  return { keptAs, view, tints: view.tints ? tints : null };
}

interface MarkGridWithToolsProps<Row extends GridRowFacts>
  extends Pick<MarkGridProps, 'label' | 'onOpenText' | 'describedBy'> {
  grid: GridModel;
  columns: readonly GridColumn[];
  /** All rows; `isShown` is the screen's own filter. Both are memoized. */
  rows: readonly Row[];
  isShown: (row: Row) => boolean;
  onShowAll: () => void;
  shown: ReturnType<typeof useMarkGridView>;
  /** The lesson, for the window of figures. */
  about: string;
  /** The current columns of marks over these rows. Memoized. */
  figuresOf: (rows: readonly Row[]) => FigureColumn[];
  cellOf: Parameters<typeof CellHistoryButton>[0]['cellOf'];
  explainedOf: Parameters<typeof ExplainCellButton>[0]['explainedOf'];
  /** Why the term takes no changes. */
  closed: string | undefined;
  /** At the left of the tools, at their right, at the end of their line, and beside the sheet menu. */
  filters: ReactNode;
  note?: ReactNode;
  actions: ReactNode;
  cellTool?: (activeCell: ActiveCellRef) => ReactNode;
  /** Shown if the screen's own filter leaves no rows. */
  nothingFound?: ReactNode;
  /** Below the sheet. */
  children: (sheet: { rows: readonly Row[]; activeCell: ActiveCellRef }) => ReactNode;
}

/** A grid of marks with its tools: find, sort, fill, history, figures, explanations. */
export function MarkGridWithTools<Row extends GridRowFacts>(props: MarkGridWithToolsProps<Row>) {
  const { grid, columns, rows: everyRow, isShown, onShowAll, about, figuresOf, closed } = props;
  const { keptAs, view, tints } = props.shown;
  const activeCell = useRef<HTMLElement>(null);
  const aids = useSheetAids({ grid, columns, rows: everyRow, isShown, onShowAll, keptAs, view, ...useSheetAddress() });
  const { rows } = aids;
  const columnsNow = useCallback(() => figuresOf(rows.filter(({ isUncounted }) => !isUncounted)), [figuresOf, rows]);
  const figures = (
    <SheetFigures
      grid={grid}
      columns={columns}
      rows={rows}
      columnsNow={columnsNow}
      isShown={view.figures}
      tints={tints}
    />
  );
  return (
    <>
      <SheetTools end={props.actions}>
        {props.filters}
        <SheetMenu aids={aids} activeCell={activeCell} />
        {props.cellTool?.(activeCell)}
        <CellHistoryButton grid={grid} cellOf={props.cellOf} activeCell={activeCell} />
        <FiguresButton about={about} columnsNow={columnsNow} />
        <ExplainCellButton grid={grid} explainedOf={props.explainedOf} activeCell={activeCell} />
        {props.note}
      </SheetTools>
      <ClosedTermBand why={closed} />
      <SheetBars aids={aids} />
      {tints && !view.figures && figures}
      {rows.length > 0 ? (
        <MarkGrid
          grid={grid}
          label={props.label}
          corner="Student"
          columns={columns}
          rows={rows}
          onOpenText={props.onOpenText}
          onKeys={aids.toggleKeys}
          activeCell={activeCell}
          sorting={createHeadingSorting(aids)}
          foot={view.figures ? figures : undefined}
          describedBy={props.describedBy}
        />
      ) : everyRow.length > 0 && aids.missing !== null ? (
        <NothingMissing />
      ) : (
        (everyRow.length > 0 && props.nothingFound) || (
          <EmptyState icon={Users} title="No students" text={markScreenWordings.noStudentTakesSubject} />
        )
      )}
      {props.children({ rows, activeCell })}
    </>
  );
}
