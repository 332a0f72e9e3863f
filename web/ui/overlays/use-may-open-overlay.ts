import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { callWhenNobodyTypes, type OverlayTrigger } from './typing-idle.ts';

interface Opening {
  open: boolean;
  openedBy: OverlayTrigger;
  unattended?: number | undefined;
}

interface MayOpen {
  /** The overlay may be seen by now. Once it is, it stays until `open` is false. */
  canOpen: boolean;
  /** Somebody's answer is there, and waits because the focus is where one types. */
  isHeld: boolean;
  /** It is asked for. */
  show: () => void;
}

/** Whether an overlay that is to be open takes the keyboard from nobody. */
export function useMayOpenOverlay({ open, openedBy, unattended }: Opening): MayOpen {
  const [canOpen, setMayOpen] = useState(open && openedBy === 'act');
  const [isHeld, setHeld] = useState(false);
  if (open && !canOpen && openedBy === 'act') setMayOpen(true);
  if (!open && canOpen) setMayOpen(false);
  const isWaiting = open && !canOpen;
  if (!isWaiting && isHeld) setHeld(false);
  useEffect(() => {
    if (!isWaiting || openedBy === 'act') return;
    let isInEffect = true;
    // In the moment that was found to be one of rest: drawn a moment later, it would lie over a field that was pressed
    // meanwhile.
    const open = () => (isInEffect ? setMayOpen(true) : flushSync(() => setMayOpen(true)));
    const stop = callWhenNobodyTypes(openedBy, open, {
      unattended,
      ...(openedBy === 'answer' ? { onHeld: setHeld } : {}),
    });
    isInEffect = false;
    return stop;
  }, [isWaiting, openedBy, unattended]);
  return { canOpen: open && canOpen, isHeld: isWaiting && isHeld, show: () => setMayOpen(true) };
}
