import type { StudentField } from '#shared/students/fields.ts';

/** A row of an upload as its run works it; the run keeps it as text. */
export type PlannedRow =
  | { kind: 'add'; row: number; id: string; values: [StudentField, string][] }
  | {
      kind: 'change';
      row: number;
      id: string;
      /** Field, what the preview showed, what is to be stored. */
      changes: [StudentField, string, string][];
    }
  | { kind: 'refused'; row: number; id: string; reason: string };

export const readPlanned = (text: string): PlannedRow => JSON.parse(text) as PlannedRow;

/** The table takes 400 KB in one record; a character may be three bytes. */
const mostCharacters = 100_000;
/** A transaction takes a hundred actions: the student, and the line of the trail. Changes are written one by one, in a minute. */
const mostRows = 50;

/** The rows in batches of one transaction each; those with long texts in smaller ones. */
export function inBatches(rows: readonly PlannedRow[]): string[][] {
  const batches: string[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const planned of rows) {
    const text = JSON.stringify(planned);
    if (characters + text.length > mostCharacters || (batches.at(-1)?.length ?? 0) >= mostRows) {
      batches.push([]);
      characters = 0;
    }
    characters += text.length;
    batches.at(-1)?.push(text);
  }
  return batches;
}
