import type { OriginOfNotices } from '../../attendance/records/origins-of-notices.ts';
import type { Action } from '../../platform/table/action.ts';
import { AuditRowEntity, type Authorship } from '../../platform/table/audit.ts';
import { readItems } from '../../platform/table/table.ts';
import { changedSinceError } from '../../platform/undo/undoable-actions.ts';
import {
  FamilyNoteEntity,
  type FamilyNoteItem,
  familyNoteKey,
  isOpenNote,
  noteAuditRow,
  originOfNotes,
} from './records/family-note.ts';

/**
 * Withdrawing the notice of a family's note makes the note wait for the school again; restoring it accepts the note
 * again.
 */
export const noticesOfNotes: OriginOfNotices = {
  withdrawn: async (notice, by) => {
    const note = await readNoteOf(notice);
    return note?.state === 'accepted' ? changeState(note, 'sent', by) : [];
  },
  restored: async (notice, by) => {
    const note = await readNoteOf(notice);
    if (!note) return [];
    if (!isOpenNote(note)) throw changedSinceError();
    return changeState(note, 'accepted', by);
  },
};

async function readNoteOf({ studentId, id, origin }: Parameters<OriginOfNotices['withdrawn']>[0]) {
  return origin === originOfNotes ? (await readItems({ note: familyNoteKey(studentId, id) })).note : undefined;
}

function changeState(note: FamilyNoteItem, state: FamilyNoteItem['state'], by: Authorship): Action[] {
  const after = { ...note, state, version: note.version + 1 };
  return [
    FamilyNoteEntity.put(after, { version: note.version }),
    AuditRowEntity.create(noteAuditRow(after, { by, before: note.state })),
  ];
}
