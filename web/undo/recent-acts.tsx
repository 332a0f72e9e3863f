import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UndoableActRow, UndoRow } from '#shared/undo.ts';
import { messageOf } from '../api/errors.ts';
import { RunProgress } from '../runs/run-progress.tsx';
import { useFollowedRun } from '../runs/use-run.ts';
import { Button } from '../ui/controls/button.tsx';
import { Loading } from '../ui/display/loading.tsx';
import { momentText } from '../ui/fields/dates/school-clock.ts';
import { Row } from '../ui/layout/row.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { Muted } from '../ui/layout/text.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { endSnackbar, snackbar } from '../ui/overlays/snackbar.tsx';
import { onUndoableAct, sayUndone, undoAct } from './offer-undo.ts';
import styles from './recent-acts.module.css';
import { recentActWordings } from './wordings.ts';

export interface RecentActsProps {
  /** `queryOf(row, input)` of the list. */
  query: UseQueryOptions<UndoableActRow[]>;
  /** The call that undoes one of them. A job's progress is shown, also after a reload. */
  row?: UndoRow;
  /** Asks before, where more is undone than the line says. */
  ask?: (act: UndoableActRow) => Promise<boolean>;
  /** In place of `row`: undoes an act; returns false where it started a job that reports its own end. */
  undo?: (act: string) => Promise<unknown>;
  /** Called after an undo, to refetch what the screen shows. */
  onDone: () => void;
}

/**
 * The undoable acts of the last 30 days, newest first, each with Undo (rule 46). Fetched when it is opened.
 */
export function RecentActs(props: RecentActsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.recent} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Recent changes</summary>
      <ActsOfProps {...props} isOpen={isOpen} />
    </details>
  );
}

/** The same in a window of its own, for a button of the screen. */
export function RecentActsDialog({ open, onClose, text, ...acts }: RecentActsProps & RecentActsWindow) {
  return (
    <Dialog openedBy="act" open={open} onClose={onClose} title="Recently changed" text={text}>
      <ActsOfProps {...acts} isOpen={open} />
    </Dialog>
  );
}

interface ShownActs extends Omit<RecentActsProps, 'undo'> {
  isOpen: boolean;
}

const ActsOfProps = ({ row, undo, ...shown }: RecentActsProps & ShownActs) =>
  row ? (
    <ActsOfRow {...shown} row={row} />
  ) : (
    shown.isOpen && <Acts {...shown} undo={(act) => undoAct(async () => undo?.(act), shown.onDone)} />
  );

/** A run of this page is followed although the list is closed. */
function ActsOfRow({ row, isOpen, ...shown }: ShownActs & { row: UndoRow }) {
  const { going, start } = useFollowedRun(row, {
    name: `undo ${row.path}`,
    onEnd: (end) =>
      'error' in end ? void snackbar(messageOf(end.error), { tone: 'error' }) : sayUndone(end.answer, shown.onDone),
  });
  if (!isOpen) return null;
  return (
    <>
      {going && going.total_rows > 1 && <RunProgress {...going} label={recentActWordings.undoing} />}
      <Acts
        {...shown}
        undo={(undo) => {
          endSnackbar();
          return start({ undo });
        }}
      />
    </>
  );
}

interface RecentActsWindow {
  open: boolean;
  onClose: () => void;
  /** The term of the changes. */
  text: string;
}

function Acts({
  query,
  ask,
  undo,
}: Pick<RecentActsProps, 'query' | 'ask'> & { undo: (act: string) => Promise<unknown> }) {
  const acts = useQuery({ ...query, staleTime: 0 });
  // An open list is refreshed after an act beside it.
  const { refetch } = acts;
  useEffect(() => onUndoableAct(() => void refetch()), [refetch]);
  const [busy, setBusy] = useState<string | null>(null);
  // Its button is replaced by the time of the undo, which takes the focus over.
  const pressed = useRef<string>(null);
  const press = async (act: UndoableActRow) => {
    if (ask && !(await ask(act))) return;
    pressed.current = act.undo;
    setBusy(act.undo);
    await undo(act.undo);
    await acts.refetch();
    setBusy(null);
  };
  // Data of an earlier opening is stale.
  if (!acts.data || !acts.isFetchedAfterMount || (acts.isError && acts.data.length === 0))
    return <Loading queries={[acts]} what="Recent changes" failed="The recent changes could not be loaded." />;
  if (acts.data.length === 0) return <Muted size="12.5on18">{recentActWordings.nothingChangedLately}</Muted>;
  return (
    <Stack className={styles.acts} as="ul" aria-label="Recent changes">
      {acts.data.map((act) => (
        <Row as="li" key={act.undo} justify="between" gap={12}>
          <div>
            <p>{act.what}</p>
            <Muted size="12.5on18">
              {act.name}, {momentText(act.at)}
            </Muted>
          </div>
          {act.undone_at === null ? (
            <Button
              busy={busy === act.undo}
              unavailable={busy !== null}
              aria-label={`Undo: ${act.what}`}
              onClick={() => void press(act)}
            >
              Undo
            </Button>
          ) : (
            <Muted
              as="span"
              size="12.5on18"
              tabIndex={-1}
              ref={(one) => {
                if (!one || pressed.current !== act.undo) return;
                pressed.current = null;
                if (document.activeElement === document.body) one.focus();
              }}
            >
              Undone {momentText(act.undone_at)}
            </Muted>
          )}
        </Row>
      ))}
    </Stack>
  );
}
