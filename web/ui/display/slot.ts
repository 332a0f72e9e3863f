import { createElement, type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

/**
 * A place on the page that is filled from wherever the filling is rendered. `Slot` is the place, once a shell; `InSlot` shows its
 * children there, and nothing while there is no place.
 */
export function makeSlot() {
  let slot: HTMLElement | null = null;
  const listeners = new Set<() => void>();
  const setSlot = (element: HTMLElement | null) => {
    slot = element;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const Slot = ({ className }: { className?: string | undefined }) => createElement('div', { ref: setSlot, className });
  function InSlot({ children }: { children: ReactNode }) {
    const element = useSyncExternalStore(subscribe, () => slot);
    return element && createPortal(children, element);
  }
  return { Slot, InSlot };
}
