import { Sigma } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import type { CellId } from '../ui/grid/entries.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import { isInGrid } from '../ui/grid/is-in-grid.ts';
import { Explanation } from './explanation.ts';
import type { ExplanationWindowProps } from './explanation-window.tsx';

export type ExplainedCell = Pick<ExplanationWindowProps, 'title' | 'about' | 'explain'>;

interface ExplainCellProps {
  grid: GridModel;
  /** Null for a cell that is typed. */
  explainedOf: (cell: CellId) => ExplainedCell | null;
  /** The grid's active cell, which gets the focus back. */
  activeCell: RefObject<HTMLElement | null>;
}

/** The button that explains the grid's active cell; Alt+X in the grid and a double click on a total do the same. */
export function ExplainCell({ grid, explainedOf, activeCell }: ExplainCellProps) {
  const [cell, setCell] = useState<ExplainedCell | null>(null);
  const [isOpen, setOpen] = useState(false);

  const open = (): boolean => {
    const active = grid.active();
    const found = active && explainedOf({ row: active.row.id, column: active.column.id });
    if (!found) return false;
    setCell(found);
    setOpen(true);
    return true;
  };
  const openOrSay = () => open() || grid.announce('Choose a total first: this cell is typed.');

  // biome-ignore lint/correctness/useExhaustiveDependencies: listens once, and looks at the grid of that moment
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.code !== 'KeyX' || !isInGrid(event)) return;
      event.preventDefault();
      openOrSay();
    };
    const onDoubleClick = (event: MouseEvent) => void (isInGrid(event) && open());
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('dblclick', onDoubleClick);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('dblclick', onDoubleClick);
    };
  }, [grid, explainedOf]);

  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => activeCell.current?.focus());
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={Sigma}
        aria-keyshortcuts="Alt+X"
        title="How the total comes about (Alt+X)"
        onClick={openOrSay}
      >
        Explain
      </Button>
      {cell && <Explanation {...cell} open={isOpen} onClose={close} />}
    </>
  );
}
