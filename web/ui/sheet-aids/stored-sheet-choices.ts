import { useCallback, useState } from 'react';
import { classListOrder, type SheetOrder } from './arrangement.ts';

// Kept on the device: a user's choices of how sheets look, with no student data.
const orderKey = (name: string): string => `formroom.order/${name}`;
const viewKey = (name: string): string => `formroom.view/${name}`;

export function storeOrder(name: string, order: SheetOrder): void {
  if (order.by === 'list') localStorage.removeItem(orderKey(name));
  else localStorage.setItem(orderKey(name), JSON.stringify(order));
}

/** The order kept under a name; that of the list if there is none, or an unreadable one of an older page. */
export function readStoredOrder(name: string): SheetOrder {
  try {
    return orderIn(JSON.parse(localStorage.getItem(orderKey(name)) ?? 'null'));
  } catch {
    return classListOrder;
  }
}

function orderIn(kept: unknown): SheetOrder {
  const { by, column, isDescending } = (kept ?? {}) as Record<string, unknown>;
  if (by === 'name') return { by };
  if (typeof column !== 'string') return classListOrder;
  if (by === 'missing') return { by, column };
  return by === 'value' ? { by, column, isDescending: isDescending === true } : classListOrder;
}

/** Parts of a sheet that a user can hide. */
interface SheetView {
  /** The row of figures. */
  figures: boolean;
  /** Low marks and outliers, tinted. */
  tints: boolean;
}

/** The choice kept under a name; everything if there is none, or an unreadable one of an older page. */
function readStoredView(name: string): SheetView {
  try {
    const { figures, tints } = JSON.parse(localStorage.getItem(viewKey(name)) ?? '{}') as Record<string, unknown>;
    return { figures: figures !== false, tints: tints !== false };
  } catch {
    return { figures: true, tints: true };
  }
}

export interface SheetViewChoice extends SheetView {
  choose: (change: Partial<SheetView>) => void;
}

/** @param name the person and the kind of sheet */
export function useSheetView(name: string): SheetViewChoice {
  const [view, setView] = useState(() => readStoredView(name));
  const choose = useCallback(
    (change: Partial<SheetView>) => {
      const chosen = { ...readStoredView(name), ...change };
      localStorage.setItem(viewKey(name), JSON.stringify(chosen));
      setView(chosen);
    },
    [name],
  );
  return { ...view, choose };
}
