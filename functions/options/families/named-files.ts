import { type FilesByKind, filesNamedBy } from '../../platform/files/named-files.ts';
import { FamilyNoteEntity, notePictureKey } from './records/family-note.ts';
import { filesOfProposal } from './records/registration-files.ts';
import { ProposalEntity } from './records/registration-proposals.ts';

/** Files that families' records name. */
export const namedFiles: FilesByKind = {
  ...filesNamedBy(ProposalEntity, filesOfProposal),
  ...filesNamedBy(FamilyNoteEntity, (note) => [note.picture && notePictureKey(note)]),
};
