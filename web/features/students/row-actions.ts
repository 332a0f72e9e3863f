import { Archive, ArchiveRestore, Eraser, FileArchive, FileText, History, KeyRound, Pencil } from 'lucide-react';
import { eraseStudentsAction } from '#shared/accounts/auth/permissions.ts';
import { type FileKind, fileKinds, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { AddressState } from '../../address/use-address-state.ts';
import type { AdminSession } from '../../session/session.ts';
import type { RowAction } from '../../tables/menus/row-menu-list.tsx';
import { createRegistrationFormRowAction } from './files/registration-form.tsx';

/** Fields of the address: whose files are open, and which of the six. */
export const filesAddressField = 'files';
export const fileKindAddressField = 'file';

export const isFileKind = (text: string | null): text is FileKind => fileKinds.some((kind) => kind === text);

export interface StudentScreenContext {
  isPta: boolean;
  isArchive: boolean;
  /** Has the permission to erase students. */
  canErase: boolean;
  /** A field of the address opens a window. */
  place: AddressState;
}

/** The rights of an administrator on this screen. */
export const computeStudentScreenRights = (
  { kind, permissions }: AdminSession,
  { isArchive, place }: Pick<StudentScreenContext, 'isArchive' | 'place'>,
): StudentScreenContext => ({
  isPta: kind === 'PTA',
  isArchive,
  canErase: permissions.some(({ action }) => action === eraseStudentsAction),
  place,
});

/** The actions of a student, in the order of the menu at the end of a row (product §2). */
export const listStudentRowActions = (student: StudentRow, rights: StudentScreenContext): RowAction[] => [
  createRegistrationFormRowAction(student, rights),
  ...(rights.isPta ? [] : [...recordActionsOf(student, rights), ...fileRowActions(student, rights)]),
];

/** Actions on a student's record (product §2), for the office only. */
function recordActionsOf(
  { id }: StudentRow,
  { isArchive, canErase, place }: { isArchive: boolean; canErase: boolean; place: AddressState },
) {
  const opens = (field: string) => ({ onChoose: () => place.change({ [field]: id }) });
  const actions: RowAction[] = [{ label: 'Edit', icon: Pencil, ...opens('edit') }];
  if (!isArchive) actions.push({ label: 'Reset Password', icon: KeyRound, ...opens('reset') });
  actions.push({ label: 'History', icon: History, ...opens('history') });
  actions.push({ label: 'Everything', icon: FileArchive, ...opens('everything') });
  actions.push(
    isArchive
      ? { label: 'Restore', icon: ArchiveRestore, group: 'archive', ...opens('restore') }
      : { label: 'Archive', icon: Archive, group: 'archive', ...opens('archive') },
  );
  if (isArchive && canErase) actions.push({ label: 'Erase', icon: Eraser, group: 'archive', ...opens('erase') });
  return actions;
}

/** The file menu (product §2). */
const fileRowActions = ({ id }: { readonly id: string }, { place }: { place: AddressState }): RowAction[] =>
  fileKinds.map((kind) => ({
    label: fileKindTitle(kind),
    icon: FileText,
    group: 'Files',
    onChoose: () => place.change({ [filesAddressField]: id, [fileKindAddressField]: kind }),
  }));
