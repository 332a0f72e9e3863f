import type { StudentField } from '../fields.ts';
import type { ReadStudentValue } from '../values.ts';

/** The cells of a row: what is to be stored of each that is not blank, and why others are not taken. */
export interface JudgedCells {
  values: Map<StudentField, string>;
  refused: Map<StudentField, string>;
}

/** Without these there is no new student. */
const required = ['last_name', 'first_name', 'class_id'] as const satisfies readonly StudentField[];

/**
 * Judges a row of an upload as server and confirm table do. A blank cell says nothing: it is no value of a new student, and changes
 * nothing of one who is there.
 */
export function judgeCells(
  typed: Iterable<readonly [StudentField, string]>,
  { read, isNew }: { read: ReadStudentValue; isNew: boolean },
): JudgedCells {
  const judged: JudgedCells = { values: new Map(), refused: new Map() };
  for (const [field, text] of typed) {
    const answer = read(field, text);
    if ('refused' in answer) judged.refused.set(field, answer.refused);
    else if (answer.value !== null) judged.values.set(field, answer.value);
  }
  if (isNew) {
    for (const field of required) {
      if (!judged.values.has(field) && !judged.refused.has(field)) judged.refused.set(field, 'Required.');
    }
  }
  return judged;
}
