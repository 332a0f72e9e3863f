import { actionsOfRemoval } from '../../records/remove-student.ts';

/** A row of an upload that is to be undone. What it did is in the student's trail. */
export interface UndoneRow {
  kind: 'add' | 'change';
  row: number;
  id: string;
}

/** A transaction takes a hundred actions. */
export const undoneTogether = Math.floor(100 / actionsOfRemoval);
