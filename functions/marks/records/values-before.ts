/** One audit row. */
export interface AuditedRow {
  subject: string;
  changes: readonly { field: string; before?: unknown; after?: unknown }[];
}

/**
 * The value that a field had before `rows`, which are in chronological order: null for a blank, undefined if none of
 * them changed it.
 */
export function createValueBeforeLookup(rows: readonly AuditedRow[]): (subject: string, field: string) => unknown {
  const replaced = new Map<string, unknown>();
  for (const { subject, changes } of rows) {
    for (const { field, before } of changes) {
      const cell = `${subject} ${field}`;
      if (!replaced.has(cell)) replaced.set(cell, before ?? null);
    }
  }
  return (subject, field) => replaced.get(`${subject} ${field}`);
}
