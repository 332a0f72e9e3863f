import { isSessionOver, messageOf } from '../api/errors.ts';

/**
 * Does an act of a screen; what it throws goes to `onFailed`, unless the session is over: the password is asked for
 * over the page, so the screen has nothing to add.
 * @returns whether it was done
 */
export async function attempt(work: () => Promise<unknown>, onFailed: (error: unknown) => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isSessionOver(error)) await onFailed(error);
    return false;
  }
}

/** Says why a followed job or a load failed, by the same rule as {@link attempt}. */
export function explain(error: unknown, say: (sentence: string) => void): void {
  if (!isSessionOver(error)) say(messageOf(error));
}
