import { useEffect, useState } from 'react';
import { type OpenedBy, whenHandsRest } from './hands.ts';

interface Opening {
  open: boolean;
  openedBy: OpenedBy;
  unattended?: number | undefined;
}

/** Whether an overlay that is to be open may be seen by now. Once it is, it stays until `open` is false. */
export function useMayOpen({ open, openedBy, unattended }: Opening): boolean {
  const [mayOpen, setMayOpen] = useState(open && openedBy === 'act');
  if (open && !mayOpen && openedBy === 'act') setMayOpen(true);
  if (!open && mayOpen) setMayOpen(false);
  useEffect(() => {
    if (!open || mayOpen || openedBy === 'act') return;
    return whenHandsRest(openedBy, () => setMayOpen(true), unattended);
  }, [open, mayOpen, openedBy, unattended]);
  return open && mayOpen;
}
