import type { UndoAnswer, UndoRow } from '#shared/undo/calls.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { attempt } from '../acts/attempt.ts';
import { noticeFailure } from '../acts/notice-failure.ts';
import { followRun } from '../api/follow-run.ts';
import { showModal } from '../ui/overlays/modal.tsx';
import { endSnackbar, snackbar } from '../ui/overlays/snackbar.tsx';
import { recentActWordings } from './wordings.ts';

/** Milliseconds for which the snackbar offers it. After that the list of recent changes does (rule 46). */
const offered = 10_000;

export interface UndoOffer {
  /** Says what was done, and why not the rest: then with the tone of an error. */
  message: string;
  tone?: 'error';
  /** Makes the call that undoes it ({@link undoOf}); null where nothing was changed. */
  undo: (() => Promise<unknown>) | null;
  /** Called after the undo, to refetch what the screen shows. */
  onDone: () => void;
}

const listeners = new Set<() => void>();

/** Calls back after every undoable act and every undo of this page. Returns the function that stops listening. */
export function onUndoableAct(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/**
 * The undo of an act, or of several that were one to the user, the last first; each is followed to its end. Null where
 * nothing was changed. `row` is the call of an option that has its own.
 */
export function undoOf(
  act: string | readonly string[] | null,
  row: UndoRow = undoContract.undoAct,
): (() => Promise<UndoAnswer>) | null {
  const acts = act === null ? [] : [act].flat();
  if (acts.length === 0) return null;
  return async () => {
    const answers: UndoAnswer[] = [];
    for (const undo of acts.toReversed()) answers.push(await followRun(row, { undo }));
    return {
      rows_processed: answers.length,
      total_rows: acts.length,
      state: answers.some(({ state }) => state === 'failed') ? 'failed' : 'finished',
      left: answers.flatMap(({ left }) => left),
      left_count: answers.reduce((count, answer) => count + answer.left_count, 0),
    };
  };
}

/** Says what was done, and offers Undo. */
export function offerUndo({ message, tone, undo, onDone }: UndoOffer): void {
  notifyListeners();
  snackbar(message, {
    ...(tone ? { tone } : {}),
    ...(undo === null
      ? {}
      : { duration: offered, action: { label: 'Undo', onPress: () => void undoAct(undo, onDone) } }),
  });
}

/**
 * Undoes an act and shows the result; true on success. `undo` returns false where it started a job that reports its own
 * end.
 */
export async function undoAct(undo: () => Promise<unknown>, onDone: () => void): Promise<boolean> {
  endSnackbar();
  let isUndone = false;
  await attempt(async () => {
    const answer = await undo();
    if (answer === false) return;
    isUndone = true;
    sayUndone(answer, onDone);
  }, noticeFailure);
  return isUndone;
}

/** Says that an act is undone, and what of it is left as it is: one thing beside it, more in a window. */
export function sayUndone(answer: unknown, onDone: () => void): void {
  const { state, left, more, isNothing } = leftBy(answer);
  if (state === 'failed') snackbar(recentActWordings.stoppedBeforeEnd, { tone: 'error' });
  else if (left.length === 0) snackbar('Undone.');
  else if (left.length === 1)
    snackbar(`${isNothing ? recentActWordings.nothing : 'Undone'}. ${left[0]}`, { tone: 'error', duration: offered });
  else {
    const text = [...left, ...(more > 0 ? [recentActWordings.more(more)] : [])].join('\n');
    const title = isNothing ? recentActWordings.nothing : recentActWordings.notAll;
    void showModal({ openedBy: 'answer', title, text });
  }
  onDone();
  notifyListeners();
}

/** Undos of a screen's own answer what they like. */
function leftBy(answer: unknown) {
  const { state = 'finished', left = [], left_count = left.length, undone } = (answer ?? {}) as Partial<UndoAnswer>;
  return { state, left, more: left_count - left.length, isNothing: undone === 0 };
}
