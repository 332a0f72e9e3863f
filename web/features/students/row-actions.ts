import { eraseStudents } from '#shared/accounts/auth/permissions.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { Place } from '../../place/use-place.ts';
import type { AdminSession } from '../../session/session.ts';
import type { RowAction } from '../../tables/row-action.ts';
import { fileRowActions } from './files/file-row-actions.ts';
import { formRowAction } from './files/registration-form.tsx';
import { recordActionsOf } from './record/record-actions.ts';

export interface Rights {
  isPta: boolean;
  isArchive: boolean;
  /** Has the permission to erase students. */
  mayErase: boolean;
  /** Windows open by a field of the address. */
  place: Place;
}

/** What an administrator may do here. */
export const rightsOf = (
  { kind, permissions }: AdminSession,
  { isArchive, place }: Pick<Rights, 'isArchive' | 'place'>,
): Rights => ({
  isPta: kind === 'PTA',
  isArchive,
  mayErase: permissions.some(({ action }) => action === eraseStudents),
  place,
});

/** What can be done with a student, in the order of the menu at the end of a row (product §2). */
export const rowActionsOf = (student: StudentRow, rights: Rights): RowAction[] => [
  formRowAction(student, rights),
  ...(rights.isPta ? [] : [...recordActionsOf(student, rights), ...fileRowActions(student, rights)]),
];
