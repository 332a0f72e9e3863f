import { useEffect } from 'react';
import { isLeaving } from './page.ts';

interface Holder {
  /** It is on its way to the server, and needs nobody. */
  savesItself: boolean;
}

/** One entry for each form or outbox that holds something the server has not got. */
const holders = new Set<Holder>();

/** True while leaving would lose something; Logout asks first. */
export const hasUnsavedWork = (): boolean => holders.size > 0;

/** Milliseconds that Logout waits for what is on its way. */
const patience = 3_000;

/** Waits for what saves itself, for a few seconds and only where nothing else is unsaved. True when nothing is unsaved any more. */
export async function isWorkSaved(): Promise<boolean> {
  const until = performance.now() + patience;
  while (holders.size > 0 && [...holders].every(({ savesItself }) => savesItself) && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return holders.size === 0;
}

/** Counts as unsaved work while `isUnsaved`: closing the tab and Logout then ask first, Logout after {@link isWorkSaved}. */
export function useUnsavedWork(isUnsaved: boolean, { savesItself = false }: Partial<Holder> = {}): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = { savesItself };
    holders.add(holder);
    // The end of a session does not ask: the page must close, and drafts keep what was typed.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      holders.delete(holder);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, savesItself]);
}
