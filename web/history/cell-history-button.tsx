import { History } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../ui/controls/button.tsx';
import type { CellId } from '../ui/grid/entries.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import { useCellWindow } from '../ui/grid/use-cell-window.ts';
import { lazyOverlay } from '../ui/overlays/lazy-overlay.tsx';
import type { CellHistoryDialogProps, CellWithHistory } from './cell-history-dialog.tsx';

const CellHistoryDialog = lazyOverlay<CellHistoryDialogProps>(() => import('./cell-history-dialog.tsx'));

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
