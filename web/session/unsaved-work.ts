import { useEffect, useSyncExternalStore } from 'react';

interface Holder {
  /** It is being sent, and needs no action. */
  savesItself: boolean;
  /** It is stored on the device, and comes back when the same user signs in. */
  isKept: boolean;
  /** A form or a draft, beside the values of the outbox, which have a status of their own. */
  isForm: boolean;
}

/** One entry for each form or outbox with unsaved work. */
const holders = new Set<Holder>();

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a form or a draft of the page has changes that are not saved. */
export const useHasUnsavedForm = (): boolean =>
  useSyncExternalStore(subscribe, () => [...holders].some(({ isForm }) => isForm));

/** True while something would be lost with this page, for it is nowhere else. */
export const hasWorkOnlyOnPage = (): boolean => [...holders].some(({ isKept }) => !isKept);

/** Milliseconds that Logout waits for work in flight. */
const patience = 3_000;

/** Where there is unsaved work. */
export type UnsavedWorkPlace = 'here' | 'in another tab';

/**
 * Waits a few seconds for work in flight, in every tab, unless something else is unsaved. Null once nothing is unsaved.
 */
export async function waitForUnsavedWork(): Promise<UnsavedWorkPlace | null> {
  const until = performance.now() + patience;
  for (;;) {
    const inTabs = await holdsOfTabs();
    if (holders.size === 0 && inTabs.size === 0) return null;
    const canEnd = !inTabs.has('unsaved') && stateOf(holders) !== 'unsaved' && performance.now() < until;
    if (!canEnd) return holders.size > 0 ? 'here' : 'in another tab';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A tab's message to the others while it has unsaved work. */
type Hold = 'in flight' | 'unsaved';

const stateOf = (all: ReadonlySet<Holder>): Hold | null =>
  all.size === 0 ? null : [...all].every(({ savesItself }) => savesItself) ? 'in flight' : 'unsaved';

const lockOf = (hold: Hold) => `formroom.unsaved/${hold}`;

let announced: Hold | null = null;
let release = () => {};

/**
 * Announces to the other tabs by a lock, which ends with its tab. Outside secure contexts there are no locks, and each
 * tab knows only its own work.
 */
function announceToTabs(): void {
  const hold = stateOf(holders);
  if (hold === announced) return;
  announced = hold;
  release();
  if (hold === null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  void locks()?.request(lockOf(hold), { mode: 'shared' }, () => promise);
}

/** Unsaved work of all tabs, this one included. */
async function holdsOfTabs(): Promise<ReadonlySet<Hold>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set((['in flight', 'unsaved'] as const).filter((hold) => held.some(({ name }) => name === lockOf(hold))));
}

const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined;

const publish = () => {
  announceToTabs();
  for (const listener of listeners) listener();
};

/**
 * Counts as unsaved work while `isUnsaved`: closing the tab and Logout then ask first, Logout after
 * {@link waitForUnsavedWork}.
 */
export function useUnsavedWork(
  isUnsaved: boolean,
  { savesItself = false, isKept = false, isForm = true }: Partial<Holder> = {},
): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = { savesItself, isKept, isForm };
    holders.add(holder);
    publish();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      holders.delete(holder);
      publish();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, savesItself, isKept, isForm]);
}
