import { Sigma } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Button } from '../ui/controls/button.tsx';
import type { CellId } from '../ui/grid/entries.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import { isInGrid, useCellWindow } from '../ui/grid/use-cell-window.ts';
import { LazyExplanationWindow } from './explained-figure.tsx';
import type { ExplanationWindowProps } from './explanation-window.tsx';

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
