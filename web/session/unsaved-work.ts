import { useEffect } from 'react';
import { isLeaving } from './page.ts';

/** One entry for each form or outbox that holds something the server has not got. */
const holders = new Set<object>();

/** True while leaving would lose something; Logout asks first. */
export const hasUnsavedWork = (): boolean => holders.size > 0;

/** Counts as unsaved work while `isUnsaved`: closing the tab and Logout then ask first. */
export function useUnsavedWork(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = {};
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
  }, [isUnsaved]);
}
