import { NotebookPen } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import type { CellId } from '../../../ui/grid/entries.ts';
import type { GridModel } from '../../../ui/grid/grid-model.ts';
import { useCellWindow } from '../../../ui/grid/use-cell-window.ts';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import type { MarkNoteFormProps, MarkWithNote } from './mark-note-form.tsx';
import type { PageCallFields } from './use-mark-book.ts';

const MarkNoteForm = lazyOverlay<MarkNoteFormProps>(() => import('./mark-note-form.tsx'));

interface MarkNoteButtonProps {
  grid: GridModel;
  page: PageCallFields;
  /** Null for a cell that is not a mark. */
  notedOf: (cell: CellId) => MarkWithNote | null;
  /** The grid's active cell, which gets the focus back. */
  activeCell: RefObject<HTMLElement | null>;
}

/** The button that opens the note on the grid's active mark; Shift+F2 in the grid does the same. */
export function MarkNoteButton({ grid, page, notedOf, activeCell }: MarkNoteButtonProps) {
  const [opened, setOpened] = useState(0);
  const { shown, isOpen, openOrSay, close } = useCellWindow({
    grid,
    of: (cell) => {
      const found = notedOf(cell);
      // Each opening has a form of its own, with the current note.
      if (found) setOpened((count) => count + 1);
      return found;
    },
    activeCell,
    isKey: ({ key, shiftKey, ctrlKey }) => shiftKey && !ctrlKey && key === 'F2',
    otherwise: 'Choose a mark of an assessment first.',
  });
  return (
    <>
      <Button
        variant="quiet"
        icon={NotebookPen}
        aria-keyshortcuts="Shift+F2"
        title="Note on the mark (Shift+F2)"
        onClick={openOrSay}
      >
        Note
      </Button>
      {shown && <MarkNoteForm key={opened} grid={grid} page={page} open={isOpen} onClose={close} noted={shown} />}
    </>
  );
}
