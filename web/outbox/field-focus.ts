/** A field of a record in the outbox. */
interface FieldAddress {
  id: string;
  field: string;
}

let asked: FieldAddress | null = null;
const listeners = new Set<() => void>();

/** Moves the focus to a field: the screen that shows the record does it, now or when it is opened. */
export function requestFieldFocus(field: FieldAddress): void {
  asked = field;
  for (const listener of [...listeners]) listener();
}

/**
 * Calls `go` for a requested field of a shown record, also one that was requested before. Returns the function that
 * stops it.
 */
export function onFieldFocusRequested(isShown: (id: string) => boolean, go: (field: FieldAddress) => void): () => void {
  const look = () => {
    if (!asked || !isShown(asked.id)) return;
    const field = asked;
    asked = null;
    go(field);
  };
  listeners.add(look);
  look();
  return () => void listeners.delete(look);
}
