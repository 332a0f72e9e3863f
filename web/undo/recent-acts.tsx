import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallRow, RawInput } from '#shared/http/contract.ts';
import type { UndoableActRow, UndoRow, undoableActList } from '#shared/undo/calls.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { messageOf } from '../api/errors.ts';
import { queryOf } from '../api/query.ts';
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
import { recentActWordings as wordings } from './wordings.ts';

/** Acts that are undone by a call of their own. A job's progress is shown, also after a reload. */
interface ListOfCalls {
  list: RawInput<typeof undoContract.listActs>;
}

/** The same of an option that has calls of its own. */
interface ListOfOption {
  list: { of: string };
  calls: UndoCalls;
}

interface UndoCalls {
  listActs: CallRow & { method: 'GET'; output: typeof undoableActList };
  undoAct: UndoRow;
}

/** Acts that a screen undoes itself. */
interface ListOfScreen {
  /** `queryOf(row, input)` of the list. */
  query: UseQueryOptions<UndoableActRow[]>;
  /** Undoes an act; returns false where it started a job that reports its own end. */
  undo: (act: string) => Promise<unknown>;
}

export type RecentActsProps = (ListOfCalls | ListOfOption | ListOfScreen) & {
  /** Asks before, where more is undone than the line says. */
  ask?: (act: UndoableActRow) => Promise<boolean>;
  /** Called after an undo, to refetch what the screen shows. */
  onDone: () => void;
};

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

const ActsOfProps = (props: RecentActsProps & { isOpen: boolean }) =>
  'list' in props ? (
    <ActsOfCalls {...props} />
  ) : (
    props.isOpen && <Acts {...props} undo={(act) => undoAct(async () => props.undo(act), props.onDone)} />
  );

/** A run of this page is followed although the list is closed. */
function ActsOfCalls({ isOpen, ...shown }: Extract<RecentActsProps, { list: unknown }> & { isOpen: boolean }) {
  const { listActs, undoAct: row }: UndoCalls = 'calls' in shown ? shown.calls : undoContract;
  const { going, start } = useFollowedRun(row, {
    name: `undo ${shown.list.of}`,
    onEnd: (end) =>
      'error' in end ? void snackbar(messageOf(end.error), { tone: 'error' }) : sayUndone(end.answer, shown.onDone),
  });
  if (!isOpen) return null;
  return (
    <>
      {going && going.total_rows > 1 && <RunProgress {...going} label={wordings.undoing} />}
      <Acts
        {...shown}
        query={queryOf(listActs, shown.list as never)}
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

function Acts({ query, ask, undo }: Pick<RecentActsProps, 'ask'> & ListOfScreen) {
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
  if (acts.data.length === 0) return <Muted size="12.5on18">{wordings.nothingChangedLately}</Muted>;
  return (
    <Stack className={styles.acts} as="ul" aria-label="Recent changes">
      {acts.data.map((act) => (
        <Row as="li" key={act.undo} justify="between" gap={12}>
          <div>
            <p>{act.what}</p>
            <Muted size="12.5on18">
              {act.name}, {momentText(act.at)}
            </Muted>
            {act.left && <Muted size="12.5on18">{whatStays(act, act.left)}</Muted>}
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
              {act.left && act.left.stays > 0
                ? wordings.partly(act.left.undone, act.left.undone + act.left.stays)
                : 'Undone'}{' '}
              {momentText(act.undone_at)}
            </Muted>
          )}
        </Row>
      ))}
    </Stack>
  );
}

/** What an undo left, and why: of some things a part stays. */
function whatStays({ undone_at }: UndoableActRow, { stays, why }: NonNullable<UndoableActRow['left']>): string {
  const more = stays - why.length;
  const text = [...why, ...(more > 0 ? [wordings.more(more)] : [])].join(' ');
  return undone_at === null ? wordings.nothingAs(text) : wordings.stays(text);
}
