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

/** Where something is that the server has not got. */
export type Unsaved = 'here' | 'in another tab';

/**
 * Waits for what saves itself, in every tab, for a few seconds and only where nothing else is unsaved. Null when nothing is unsaved any
 * more.
 */
export async function unsavedAfterWaiting(): Promise<Unsaved | null> {
  const until = performance.now() + patience;
  for (;;) {
    const inTabs = await holdsOfTabs();
    if (holders.size === 0 && inTabs.size === 0) return null;
    const mayEnd = !inTabs.has('unsaved') && stateOf(holders) !== 'unsaved' && performance.now() < until;
    if (!mayEnd) return holders.size > 0 ? 'here' : 'in another tab';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What a tab says of itself to the others while it holds something. */
type Hold = 'on its way' | 'unsaved';

const stateOf = (all: ReadonlySet<Holder>): Hold | null =>
  all.size === 0 ? null : [...all].every(({ savesItself }) => savesItself) ? 'on its way' : 'unsaved';

const lockOf = (hold: Hold) => `formroom.unsaved/${hold}`;

let told: Hold | null = null;
let takeBack = () => {};

/** Tells the other tabs by a lock: it goes with its tab, however that ends. Outside secure contexts there are none, and each tab asks for itself. */
function tellTabs(): void {
  const hold = stateOf(holders);
  if (hold === told) return;
  told = hold;
  takeBack();
  if (hold === null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  takeBack = resolve;
  void locks()?.request(lockOf(hold), { mode: 'shared' }, () => promise);
}

/** What all tabs say, this one among them. */
async function holdsOfTabs(): Promise<ReadonlySet<Hold>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set((['on its way', 'unsaved'] as const).filter((hold) => held.some(({ name }) => name === lockOf(hold))));
}

const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/** Counts as unsaved work while `isUnsaved`: closing the tab and Logout then ask first, Logout after {@link unsavedAfterWaiting}. */
export function useUnsavedWork(isUnsaved: boolean, { savesItself = false }: Partial<Holder> = {}): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = { savesItself };
    holders.add(holder);
    tellTabs();
    // The end of a session does not ask: the page must close, and drafts keep what was typed.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      holders.delete(holder);
      tellTabs();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, savesItself]);
}
