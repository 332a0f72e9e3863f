import { createElement, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

/**
 * A place on the page that is filled from wherever the filling is rendered. `Slot` is the place; of several the one
 * that came last, such as a window's while it is open. `InSlot` shows its children there, and nothing while there is no
 * place.
 */
export function createSlot() {
  let slots: readonly HTMLElement[] = [];
  const listeners = new Set<() => void>();
  const publish = (next: typeof slots) => {
    slots = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  function Slot({ className }: { className?: string | undefined }) {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      const { current } = place;
      if (!current) return;
      publish([...slots, current]);
      return () => publish(slots.filter((slot) => slot !== current));
    }, []);
    return createElement('div', { ref: place, className });
  }
  function InSlot({ children }: { children: ReactNode }) {
    const element = useSyncExternalStore(subscribe, () => slots.at(-1));
    return element && createPortal(children, element);
  }
  return { Slot, InSlot };
}

/** How saving goes: in the top bar, or in the head of what hides it. */
export const { Slot: StatusSlot, InSlot: InStatusSlot } = createSlot();

/** There too, over the names in it: what everybody at this screen has to know now, such as a session that ended. */
export const { Slot: BandSlot, InSlot: InBandSlot } = createSlot();
