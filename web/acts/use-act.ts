import { useRef, useState } from 'react';
import { messageOf } from '../api/errors.ts';
import { attempt } from './attempt.ts';

interface ActOptions {
  /**
   * Says why an act failed, such as `noticeFailure`. Without it, `problem` has the sentence, to be shown where the act
   * is.
   */
  onFailed?: ((error: unknown) => unknown) | undefined;
  /**
   * Called at the end of each act, however it ended, while it still counts as going on: what the screen shows is read
   * again.
   */
  onEnd?: (() => unknown) | undefined;
}

/**
 * The acts of a screen or window: which of them goes on, and why the last one failed. What was done is said by the act
 * itself: by `snackbar`, or by `offerUndo` where it can be undone. Nothing is said where the session is over
 * ({@link attempt}).
 */
export function useAct({ onFailed, onEnd }: ActOptions = {}) {
  /** The name of the act that goes on, the last one begun; null while none does. */
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const going = useRef(new Set<string>());
  /**
   * Does nothing while one of that name goes on: the second press of a double click.
   * @param name tells acts of one screen apart, such as those of the rows of a list
   * @returns whether it was done
   */
  const act = async (work: () => Promise<unknown>, name = 'act'): Promise<boolean> => {
    if (going.current.has(name)) return false;
    going.current.add(name);
    setBusy(name);
    setProblem(null);
    try {
      const isDone = await attempt(work, onFailed ?? ((error) => setProblem(messageOf(error))));
      await onEnd?.();
      return isDone;
    } finally {
      going.current.delete(name);
      setBusy((now) => (now === name ? null : now));
    }
  };
  return { act, busy, isBusy: busy !== null, problem, setProblem };
}
