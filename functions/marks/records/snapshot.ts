/** One audited change, as the trail has it. */
export interface AuditedRow {
  subject: string;
  changes: readonly { field: string; before?: unknown; after?: unknown }[];
}

/**
 * What fields held before the changes, which are in the order of time: what the first of them replaced, null for a blank.
 * Undefined for a field that none of them changed: it held what it holds now.
 */
export function replacedBy(rows: readonly AuditedRow[]): (subject: string, field: string) => unknown {
  const replaced = new Map<string, unknown>();
  for (const { subject, changes } of rows) {
    for (const { field, before } of changes) {
      const cell = `${subject} ${field}`;
      if (!replaced.has(cell)) replaced.set(cell, before ?? null);
    }
  }
  return (subject, field) => replaced.get(`${subject} ${field}`);
}
