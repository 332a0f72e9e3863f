import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();

function setSlot(element: HTMLElement | null): void {
  slot = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The place in the top bar for what concerns the whole site, such as marks that wait for a connection. Once a shell. */
export const StatusSlot = () => <div ref={setSlot} />;

/** Shows its children in the top bar, from wherever they are rendered; nothing while there is no {@link StatusSlot}. */
export function InStatusSlot({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element && createPortal(children, element);
}
