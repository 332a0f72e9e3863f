import { messageOf } from '../api/errors.ts';
import { endSnackbar, snackbar } from '../ui/overlays/snackbar.tsx';

/** Milliseconds for which the snackbar offers it. After that the list of recent changes does (rule 46). */
const offered = 10_000;

export interface UndoOffer {
  /** Says what was done. */
  message: string;
  /** Makes the call that undoes it; null where nothing was changed. */
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

/** Says what was done, and offers Undo. */
export function offerUndo({ message, undo, onDone }: UndoOffer): void {
  notifyListeners();
  snackbar(message, {
    ...(undo === null
      ? {}
      : { duration: offered, action: { label: 'Undo', onPress: () => void undoAct(undo, onDone) } }),
  });
}

/** Undoes an act and shows the result; true on success. `undo` returns false where it started a job that reports its own end. */
export async function undoAct(undo: () => Promise<unknown>, onDone: () => void): Promise<boolean> {
  endSnackbar();
  try {
    const answer = await undo();
    if (answer === false) return false;
    const left = leftoversIn(answer);
    snackbar(['Undone.', ...left].join(' '), left.length > 0 ? { tone: 'error' } : {});
    onDone();
    notifyListeners();
    return true;
  } catch (error) {
    snackbar(messageOf(error), { tone: 'error' });
    return false;
  }
}

/** What the undo left as it is, where its answer has sentences about it. */
function leftoversIn(answer: unknown): string[] {
  const left = typeof answer === 'object' && answer !== null && 'left' in answer ? answer.left : [];
  return Array.isArray(left) ? left.filter((one) => typeof one === 'string') : [];
}
