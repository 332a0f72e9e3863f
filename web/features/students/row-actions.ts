import type { Place } from '../../place/use-place.ts';
import type { RowAction } from '../../tables/row-action.ts';
import { fileRowActions } from './files/file-row-actions.ts';
import { formRowAction } from './files/registration-form.tsx';
import { recordActionsOf } from './record/record-actions.ts';
import type { StudentRow } from './table/student-row.ts';

export interface Rights {
  isPta: boolean;
  isArchive: boolean;
  /** Windows open by a field of the address. */
  place: Place;
}

/** What can be done with a student, in the order of the menu at the end of a row (product §2). */
export const rowActionsOf = (student: StudentRow, rights: Rights): RowAction[] => [
  formRowAction(student, rights),
  ...(rights.isPta ? [] : [...recordActionsOf(student, rights), ...fileRowActions(student, rights)]),
];
