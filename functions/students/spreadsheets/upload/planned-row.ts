import { type StudentField, storedAttributeName } from '#shared/students/fields.ts';
import { identityKeys } from '#shared/students/identity-keys.ts';
import { identityOfRow } from '#shared/students/spreadsheets/duplicates.ts';
import type { StudentItem } from '../../records/store.ts';

/** A row of an upload as its run processes it; stored as text. */
export type PlannedRow =
  | {
      kind: 'add';
      row: number;
      id: string;
      values: [StudentField, string][];
      /**
       * It is somebody else than the student with the same name and birthday, or with an id that differs in zeros
       * alone.
       */
      isAnother?: boolean;
      /** The file has the id: until it is written, another student may be given one that differs in zeros alone. */
      hasOwnId?: boolean;
    }
  | {
      kind: 'change';
      row: number;
      id: string;
      /** Field, value that the preview showed, value to store. */
      changes: [StudentField, string, string][];
    }
  | { kind: 'refused'; row: number; id: string; reason: string };

export const parsePlannedRow = (text: string): PlannedRow => JSON.parse(text) as PlannedRow;

/** The table takes 400 KB in one record; a character may be three bytes. */
const maxCharacters = 100_000;
/** A transaction takes a hundred actions. */
const maxActions = 100;
/** Changes are written one by one, within a minute. */
const maxRows = 50;

/**
 * The new student, its audit row, a claim for each certificate number and for an id of the file, and the roster of a
 * class that is new to the batch.
 */
function actionCountOf(planned: PlannedRow, classes: Set<string>): number {
  if (planned.kind !== 'add') return 0;
  const values = new Map(planned.values);
  const before = classes.size;
  classes.add(values.get('class_id') ?? '');
  return 2 + identityKeys(identityOfRow(values)).length + (planned.hasOwnId ? 1 : 0) + (classes.size - before);
}

/** The rows in batches of one transaction each; those with long texts in smaller ones. */
export function batchPlannedRows(rows: readonly PlannedRow[]): string[][] {
  const batches: string[][] = [];
  let [characters, actions] = [0, 0];
  let classes = new Set<string>();
  for (const planned of rows) {
    const text = JSON.stringify(planned);
    characters += text.length;
    actions += actionCountOf(planned, classes);
    const isFull = (batches.at(-1)?.length ?? maxRows) >= maxRows;
    if (isFull || characters > maxCharacters || actions > maxActions) {
      batches.push([]);
      classes = new Set();
      [characters, actions] = [text.length, actionCountOf(planned, classes)];
    }
    batches.at(-1)?.push(text);
  }
  return batches;
}

/** The stored form of a field; empty where it is blank. */
export const getStoredField = (student: StudentItem, field: StudentField): string =>
  (student[storedAttributeName(field) as keyof StudentItem] as string | undefined) ?? '';
