import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UndoableActRow } from '#shared/undo.ts';
import { Button } from '../ui/controls/button.tsx';
import { Loading } from '../ui/display/loading.tsx';
import { momentText } from '../ui/fields/dates/school-clock.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { onUndoableAct, undoAct } from './offer-undo.ts';
import styles from './recent-acts.module.css';
import { recentActWordings } from './wordings.ts';

export interface RecentActsProps {
  /** `queryOf(row, input)` of the list. */
  query: UseQueryOptions<UndoableActRow[]>;
  /** Undoes an act; returns false where it started a job that reports its own end. */
  undo: (act: string) => Promise<unknown>;
  /** Called after an undo, to refetch what the screen shows. */
  onDone: () => void;
}

/**
 * The undoable acts of the last 30 days, newest first, each with Undo (rule 46). Fetched when it is opened.
 */
export function RecentActs({ query, undo, onDone }: RecentActsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.recent} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Recent changes</summary>
      {isOpen && <Acts query={query} undo={undo} onDone={onDone} />}
    </details>
  );
}

/** The same in a window of its own, for a button of the screen. */
export function RecentActsDialog({ open, onClose, text, ...acts }: RecentActsProps & RecentActsWindow) {
  return (
    <Dialog openedBy="act" open={open} onClose={onClose} title="Recently changed" text={text}>
      {open && <Acts {...acts} />}
    </Dialog>
  );
}

interface RecentActsWindow {
  open: boolean;
  onClose: () => void;
  /** The term of the changes. */
  text: string;
}

function Acts({ query, undo, onDone }: RecentActsProps) {
  const acts = useQuery({ ...query, staleTime: 0 });
  // An open list is refreshed after an act beside it.
  const { refetch } = acts;
  useEffect(() => onUndoableAct(() => void refetch()), [refetch]);
  const [busy, setBusy] = useState<string | null>(null);
  // Its button is replaced by the time of the undo, which takes the focus over.
  const pressed = useRef<string>(null);
  const press = async (act: string) => {
    pressed.current = act;
    setBusy(act);
    await undoAct(() => undo(act), onDone);
    await acts.refetch();
    setBusy(null);
  };
  // Data of an earlier opening is stale.
  if (!acts.data || !acts.isFetchedAfterMount || (acts.isError && acts.data.length === 0))
    return <Loading queries={[acts]} what="Recent changes" failed="The recent changes could not be loaded." />;
  if (acts.data.length === 0) return <p className={styles.none}>{recentActWordings.nothingChangedLately}</p>;
  return (
    <ul className={styles.acts} aria-label="Recent changes">
      {acts.data.map((act) => (
        <li key={act.undo}>
          <div>
            <p>{act.what}</p>
            <p className={styles.by}>
              {act.name}, {momentText(act.at)}
            </p>
          </div>
          {act.undone_at === null ? (
            <Button
              busy={busy === act.undo}
              unavailable={busy !== null}
              aria-label={`Undo: ${act.what}`}
              onClick={() => void press(act.undo)}
            >
              Undo
            </Button>
          ) : (
            <span
              className={styles.by}
              tabIndex={-1}
              ref={(one) => {
                if (!one || pressed.current !== act.undo) return;
                pressed.current = null;
                if (document.activeElement === document.body) one.focus();
              }}
            >
              Undone {momentText(act.undone_at)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
