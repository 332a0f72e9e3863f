import { ChartColumn, History, Sigma, Users } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { useAddressState, useAddressText } from '../../address/use-address-state.ts';
import { useSchool } from '../../api/school.ts';
import { LazyExplanationWindow } from '../../explain/explained-figure.tsx';
import type { ExplanationWindowProps } from '../../explain/explanation-window.tsx';
import type { FigureColumn } from '../../figures/figure-column.ts';
import type { SheetFiguresProps } from '../../figures/figures-row.tsx';
import type { FiguresWindowProps } from '../../figures/figures-window.tsx';
import type { CellHistoryDialogProps, CellWithHistory } from '../../history/cell-history-dialog.tsx';
import { ClosedTermBand } from '../../pickers/closed-term.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import type { CellId } from '../../ui/grid/entries.ts';
import type { GridColumn } from '../../ui/grid/grid-columns.ts';
import type { GridModel } from '../../ui/grid/grid-model.ts';
import type { GridRowFacts } from '../../ui/grid/grid-row.tsx';
import { MarkGrid, type MarkGridProps } from '../../ui/grid/mark-grid.tsx';
import { isInGrid, useCellWindow } from '../../ui/grid/use-cell-window.ts';
import { lazyOverlay } from '../../ui/overlays/lazy-overlay.tsx';
import { loadWhenIdle } from '../../ui/screen/idle.ts';
import { SheetTools } from '../../ui/screen/sheet-page.tsx';
import { NothingMissing, SheetBars, SheetMenu } from '../../ui/sheet-aids/sheet-bars.tsx';
import { useSheetView } from '../../ui/sheet-aids/stored-sheet-choices.ts';
import { type ActiveCellRef, createHeadingSorting, useSheetAids } from '../../ui/sheet-aids/use-sheet-aids.ts';

const CellHistoryDialog = lazyOverlay<CellHistoryDialogProps>(() => import('../../history/cell-history-dialog.tsx'));

interface CellHistoryButtonProps {
  grid: GridModel;
  /** Null for a cell without a history, such as a total. */
  cellOf: (cell: CellId) => CellWithHistory | null;
  /** The grid's active cell, which gets the focus back. */
  activeCell: RefObject<HTMLElement | null>;
}

/**
 * Button that opens the history of a grid's active cell; Shift+F10 in the grid does the same. `cellOf` says which cells
 * have one.
 */
export function CellHistoryButton({ grid, cellOf, activeCell }: CellHistoryButtonProps) {
  const { shown, isOpen, openOrSay, close } = useCellWindow({
    grid,
    of: cellOf,
    activeCell,
    isKey: ({ key, shiftKey }) => shiftKey && key === 'F10',
    otherwise: 'This cell has no history.',
  });
  return (
    <>
      <Button
        variant="quiet"
        icon={History}
        aria-keyshortcuts="Shift+F10"
        title="History of the cell (Shift+F10)"
        onClick={openOrSay}
      >
        History
      </Button>
      {shown && <CellHistoryDialog open={isOpen} cell={shown} onClose={close} />}
    </>
  );
}

const loadFiguresRow = () => import('../../figures/figures-row.tsx');
const FiguresRow = lazyWithRetry(loadFiguresRow);

/** The row of figures and the outliers of a sheet, loaded after the sheet is shown. */
export function SheetFigures(props: SheetFiguresProps) {
  const [isHere, setHere] = useState(false);
  useEffect(() => loadWhenIdle(() => loadFiguresRow().then(() => setHere(true))), []);
  return (
    isHere && (
      <Suspense fallback={null}>
        <FiguresRow {...props} />
      </Suspense>
    )
  );
}

const FiguresWindow = lazyOverlay<FiguresWindowProps>(() => import('../../figures/figures-window.tsx'));

interface FiguresButtonProps {
  about: string;
  /** The current columns of marks. */
  columnsNow: () => readonly FigureColumn[];
}

/** Button that opens the figures of a sheet's columns. */
export function FiguresButton({ about, columnsNow }: FiguresButtonProps) {
  const [columns, setColumns] = useState<readonly FigureColumn[] | null>(null);
  return (
    <>
      <Button variant="quiet" icon={ChartColumn} onClick={() => setColumns(columnsNow())}>
        Figures
      </Button>
      <FiguresWindow open={columns !== null} about={about} columns={columns ?? []} onClose={() => setColumns(null)} />
    </>
  );
}

export type CellExplanation = Pick<ExplanationWindowProps, 'title' | 'about' | 'explain'>;

interface ExplainCellButtonProps {
  grid: GridModel;
  /** Null for a typed cell. */
  explainedOf: (cell: CellId) => CellExplanation | null;
  /** The grid's active cell, which gets the focus back. */
  activeCell: RefObject<HTMLElement | null>;
}

/** The button that explains the grid's active cell; Alt+X in the grid and a double click on a total do the same. */
export function ExplainCellButton({ grid, explainedOf, activeCell }: ExplainCellButtonProps) {
  const { shown, isOpen, open, openOrSay, close } = useCellWindow({
    grid,
    of: explainedOf,
    activeCell,
    isKey: ({ altKey, ctrlKey, code }) => altKey && !ctrlKey && code === 'KeyX',
    otherwise: 'Choose a total first. This cell has a typed value.',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` reads the grid when it is called
  useEffect(() => {
    const onDoubleClick = (event: MouseEvent) => void (isInGrid(event) && open());
    document.addEventListener('dblclick', onDoubleClick);
    return () => document.removeEventListener('dblclick', onDoubleClick);
  }, [grid, explainedOf]);
  return (
    <>
      <Button
        variant="quiet"
        icon={Sigma}
        aria-keyshortcuts="Alt+X"
        title="How the total is computed (Alt+X)"
        onClick={openOrSay}
      >
        Explain
      </Button>
      {shown && <LazyExplanationWindow {...shown} open={isOpen} onClose={close} />}
    </>
  );
}

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
