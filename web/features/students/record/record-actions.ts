import { Archive, ArchiveRestore, Eraser, FileArchive, History, KeyRound, Pencil } from 'lucide-react';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { Place } from '../../../place/use-place.ts';
import type { RowAction } from '../../../tables/row-action.ts';

/** What the office does with a student's record (product §2): none of it is the PTA's. */
export function recordActionsOf(
  { id }: StudentRow,
  { isArchive, mayErase, place }: { isArchive: boolean; mayErase: boolean; place: Place },
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
  if (isArchive && mayErase) actions.push({ label: 'Erase', icon: Eraser, group: 'archive', ...opens('erase') });
  return actions;
}
