import { asInTheList, type Order } from './arrangement.ts';

/** Kept on this device: it is how somebody likes to see a sheet, and says nothing of any student. */
const keyOf = (name: string): string => `formroom.order/${name}`;

export function keepOrder(name: string, order: Order): void {
  if (order.by === 'list') localStorage.removeItem(keyOf(name));
  else localStorage.setItem(keyOf(name), JSON.stringify(order));
}

/** The order kept under a name; that of the list where there is none, or one that an older page kept differently. */
export function keptOrder(name: string): Order {
  try {
    return orderIn(JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null'));
  } catch {
    return asInTheList;
  }
}

function orderIn(kept: unknown): Order {
  const { by, column, isDescending } = (kept ?? {}) as Record<string, unknown>;
  if (by === 'name') return { by };
  if (typeof column !== 'string') return asInTheList;
  if (by === 'missing') return { by, column };
  return by === 'value' ? { by, column, isDescending: isDescending === true } : asInTheList;
}
