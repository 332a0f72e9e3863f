import { useEffect } from 'react';

interface Holder {
  /** It is being sent, and needs no action. */
  savesItself: boolean;
  /** It is stored on the device, and comes back when the same user signs in. */
  isKept: boolean;
}

/** One entry for each form or outbox that holds something the server has not got. */
const holders = new Set<Holder>();

/** True while something would be lost with this page, for it is nowhere else. */
export const losesWorkWithPage = (): boolean => [...holders].some(({ isKept }) => !isKept);

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

/** A tab's message to the others while it has unsaved work. */
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

/** Unsaved work of all tabs, this one included. */
async function holdsOfTabs(): Promise<ReadonlySet<Hold>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set((['on its way', 'unsaved'] as const).filter((hold) => held.some(({ name }) => name === lockOf(hold))));
}

const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/** Counts as unsaved work while `isUnsaved`: closing the tab and Logout then ask first, Logout after {@link unsavedAfterWaiting}. */
export function useUnsavedWork(
  isUnsaved: boolean,
  { savesItself = false, isKept = false }: Partial<Holder> = {},
): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = { savesItself, isKept };
    holders.add(holder);
    tellTabs();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      holders.delete(holder);
      tellTabs();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, savesItself, isKept]);
}
