import { useEffect, useState } from 'react';
import { type OpenedBy, whenHandsRest } from './hands.ts';

interface Opening {
  open: boolean;
  openedBy: OpenedBy;
  unattended?: number | undefined;
}

interface MayOpen {
  /** The overlay may be seen by now. Once it is, it stays until `open` is false. */
  mayOpen: boolean;
  /** Somebody's answer is there, and waits because the focus is where one types. */
  isHeld: boolean;
  /** It is asked for. */
  show: () => void;
}

/** Whether an overlay that is to be open takes the keyboard from nobody. */
export function useMayOpen({ open, openedBy, unattended }: Opening): MayOpen {
  const [mayOpen, setMayOpen] = useState(open && openedBy === 'act');
  const [isHeld, setHeld] = useState(false);
  if (open && !mayOpen && openedBy === 'act') setMayOpen(true);
  if (!open && mayOpen) setMayOpen(false);
  const isWaiting = open && !mayOpen;
  if (!isWaiting && isHeld) setHeld(false);
  useEffect(() => {
    if (!isWaiting || openedBy === 'act') return;
    return whenHandsRest(openedBy, () => setMayOpen(true), {
      unattended,
      ...(openedBy === 'answer' ? { onHeld: setHeld } : {}),
    });
  }, [isWaiting, openedBy, unattended]);
  return { mayOpen: open && mayOpen, isHeld: isWaiting && isHeld, show: () => setMayOpen(true) };
}
