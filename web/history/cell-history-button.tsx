import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { RefObject } from 'react';
import type { RawInput } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { queryOf } from '../api/query.ts';
import { typedValueText } from '../outbox/save-status.ts';
import { Button } from '../ui/controls/button.tsx';
import { Loading } from '../ui/display/loading.tsx';
import { momentText } from '../ui/fields/dates/school-clock.ts';
import type { CellId } from '../ui/grid/entries.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import { useCellWindow } from '../ui/grid/use-cell-window.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './history.module.css';

/** A cell for the call, and for the user: "Ali, Anika" and "Exam mark". */
export interface CellWithHistory {
  call: RawInput<typeof markSheetContract.readMarkHistory>;
  about: string;
  label: string;
}

interface CellHistoryButtonProps {
  grid: GridModel;
  /** Null for a cell without a history, such as a total. */
  cellOf: (cell: CellId) => CellWithHistory | null;
  /** The grid's active cell, which gets the focus back. */
  activeCell: RefObject<HTMLElement | null>;
}

/**
 * Button that opens the history of a grid's active cell; Shift+F10 in the grid does the same. `cellOf` says which cells have
 * one.
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
      <Dialog
        openedBy="act"
        open={isOpen}
        title={`History — ${shown?.label ?? ''}`}
        text={shown?.about}
        onClose={close}
      >
        {shown && isOpen && <Changes call={shown.call} />}
      </Dialog>
    </>
  );
}

function Changes({ call }: { call: CellWithHistory['call'] }) {
  const history = useQuery({ ...queryOf(markSheetContract.readMarkHistory, call), staleTime: 0, gcTime: 0 });
  if (!history.data) return <Loading queries={[history]} what="history" lines={4} />;
  const { changes } = history.data;
  if (changes.length === 0) return <p>Nobody has changed this cell.</p>;
  return (
    <ol className={styles.changes}>
      {changes.map(({ at, by, before, after, restored_to }) => (
        <li key={`${at} ${by}`}>
          <span className={styles.values}>
            <del>{typedValueText(before)}</del> → <ins>{typedValueText(after)}</ins>
          </span>
          <span className={styles.who}>
            {by}, {momentText(at)}
            {restored_to !== null && `, restored from ${momentText(restored_to)}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
