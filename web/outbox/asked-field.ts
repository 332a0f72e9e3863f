/** A field of a record in the outbox. */
interface AskedField {
  id: string;
  field: string;
}

let asked: AskedField | null = null;
const listeners = new Set<() => void>();

/** The user wants to go to a field: the screen that shows the record goes there, at once or when it is opened. */
export function askForField(field: AskedField): void {
  asked = field;
  for (const listener of [...listeners]) listener();
}

/** Calls `go` when the user wants to go to a field of a record that is shown here, and has asked for it before. Returns the way to stop. */
export function onFieldAsked(isShown: (id: string) => boolean, go: (field: AskedField) => void): () => void {
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
