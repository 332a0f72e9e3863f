let open = 0;
const listeners = new Set<() => void>();

/** An act of this page is going on: a call that changes something, or a job that is followed. Returns what ends it. */
export function beginAct(): () => void {
  const count = (change: 1 | -1) => {
    open += change;
    for (const listener of [...listeners]) listener();
  };
  count(1);
  return () => count(-1);
}

/** Whether an act of this page is going on. */
export const hasOpenAct = (): boolean => open > 0;

/** Calls back after each beginning and end. Returns the way to stop. */
export function onOpenActs(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
