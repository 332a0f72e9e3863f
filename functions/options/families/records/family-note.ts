import { fileKey } from '#shared/http/contract.ts';
import {
  maxNoteMessages,
  type NotePictureType,
  type NoteReason,
  type NoteState,
  noteKeptDays,
} from '#shared/options/families/family-note.ts';
import { familyNoteRefusals as wordings } from '#shared/options/families/note-wordings.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { deleteFile } from '../../../platform/files/uploads.ts';
import { hashSecret } from '../../../platform/identity/secrets.ts';
import { carryOutAct, isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { AuditRowEntity, type Authorship, auditRow, isChangeDone } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';

/** A question of the school or an answer of the family. */
interface NoteMessage {
  isOfSchool: boolean;
  /** Display name; the family's answers have none. */
  by?: string | undefined;
  /** UTC. */
  at: string;
  text: string;
}

/** What a family says of an absence: a proposal until somebody of the school accepts it (rule 58). */
export interface FamilyNoteItem {
  studentId: string;
  /** The idempotency key of the request that sent it; its notice has the same. */
  id: string;
  /** First and last day, yyyy-MM-dd, and the term that they are in. */
  from: string;
  to: string;
  year: number;
  term: 1 | 2 | 3;
  /** School days, as counted when it was sent. */
  days: number;
  why: NoteReason;
  words?: string | undefined;
  /** Type of the picture; absent where there is none. */
  picture?: NotePictureType | undefined;
  state: NoteState;
  messages?: readonly NoteMessage[] | undefined;
  /** UTC. */
  sentAt: string;
  /** Display name of the person who accepted it, UTC time, and the days that it did not change. */
  acceptedBy?: string | undefined;
  acceptedAt?: string | undefined;
  excused?: boolean | undefined;
  left?: readonly { date: string; reason: string }[] | undefined;
  /** Optimistic lock. */
  version: number;
  /** Epoch seconds, the TTL of the table. */
  expires: number;
}

export const FamilyNoteEntity = entity<FamilyNoteItem>()({
  name: 'family-note',
  pk: 'family-notes#${studentId}',
  sk: '${id}',
});

/** `origin` of the notices that come of notes. */
export const originOfNotes = 'family note';

export const familyNoteKey = (studentId: string, id: string) => FamilyNoteEntity.key({ studentId, id });

/** Key of a note's picture. It cannot be guessed, and the lifecycle of its folder deletes it. */
export const notePictureKey = ({ studentId, id }: Pick<FamilyNoteItem, 'studentId' | 'id'>): string =>
  fileKey('absence-notes', `${studentId}/${hashSecret(`${studentId} ${id}`)}`);

export const deleteNotePicture = (note: Pick<FamilyNoteItem, 'studentId' | 'id'>): Promise<void> =>
  deleteFile(notePictureKey(note));

export const expiryOfNote = (sentAt: Date): number => Math.ceil(sentAt.getTime() / 1000) + noteKeptDays * 86_400;

/** False for a note that the table has not removed yet. */
export const isKeptNote = ({ expires }: Pick<FamilyNoteItem, 'expires'>, now: Date): boolean =>
  expires * 1000 > now.getTime();

export const isOpenNote = ({ state }: Pick<FamilyNoteItem, 'state'>): boolean => state === 'sent' || state === 'asked';

export const noteAuditSubject = (studentId: string): string => `student#${studentId}#family-note`;

/** The line of a note's change in the trail: its states alone, and nothing of what it says. */
export const noteAuditRow = (
  { studentId, state }: FamilyNoteItem,
  { before, by }: { by: Authorship; before: NoteState | null },
) =>
  auditRow({
    subject: noteAuditSubject(studentId),
    changes: [{ field: 'state', before, after: state }],
    by,
  });

/** Stores a new note. A repeated request finds its own. */
export async function createFamilyNote(note: FamilyNoteItem, by: Authorship): Promise<FamilyNoteItem> {
  await carryOutAct({
    changes: [FamilyNoteEntity.create(note)],
    stamp: AuditRowEntity.create(noteAuditRow(note, { by, before: null })),
  });
  const { stored } = await readItems({ stored: familyNoteKey(note.studentId, note.id) });
  return stored ?? note;
}

/**
 * Changes an open note, audited. A repeated request gets the note as it is.
 * @param version of the note that the caller saw
 * @throws NotFoundError where there is none, ConflictError where it was accepted, withdrawn or changed since
 */
export function changeFamilyNote(
  { studentId, id, version }: Pick<FamilyNoteItem, 'studentId' | 'id' | 'version'>,
  { change, by }: { by: Authorship; change: (note: FamilyNoteItem) => FamilyNoteItem },
): Promise<FamilyNoteItem> {
  return retryRefused({
    what: 'this note',
    read: async () => (await readItems({ note: familyNoteKey(studentId, id) })).note,
    attempt: async (note) => {
      if (
        note &&
        note.version !== version &&
        (await isChangeDone(noteAuditSubject(studentId), by.request.idempotencyKey))
      )
        return note;
      const before = requireOpenNote(note, version);
      const after = { ...change(before), version: before.version + 1 };
      const outcome = await carryOutAct({
        changes: [FamilyNoteEntity.put(after, { version: before.version })],
        stamp: AuditRowEntity.create(noteAuditRow(after, { by, before: before.state })),
      });
      return isRefused(outcome) ? outcome : after;
    },
  });
}

/** @throws NotFoundError, ConflictError where it was accepted, withdrawn or changed */
export function requireOpenNote(note: FamilyNoteItem | undefined, version: number): FamilyNoteItem {
  if (!note) throw new NotFoundError(wordings.noNote);
  if (note.state === 'withdrawn') throw new ConflictError(wordings.withdrawn);
  if (note.state === 'accepted') throw new ConflictError(wordings.acceptedAlready(note.acceptedBy ?? 'The school'));
  if (note.version !== version) throw new ConflictError(wordings.changed);
  return note;
}

/** The note with one more question or answer. @throws ConflictError where there are too many */
export function withNoteMessage(note: FamilyNoteItem, message: NoteMessage): FamilyNoteItem {
  const messages = [...(note.messages ?? []), message];
  if (messages.length > maxNoteMessages) throw new ConflictError(wordings.tooManyMessages);
  return { ...note, messages, state: message.isOfSchool ? 'asked' : 'sent' };
}

/** What both sides are shown of a note. */
export const toNoteAnswer = (note: FamilyNoteItem) => ({
  id: note.id,
  from: note.from,
  to: note.to,
  days: note.days,
  why: note.why,
  words: note.words ?? null,
  has_picture: note.picture !== undefined,
  state: note.state,
  sent_at: note.sentAt,
  version: note.version,
  messages: (note.messages ?? []).map(({ isOfSchool, by, at, text }) => ({
    of_school: isOfSchool,
    by: by ?? null,
    at,
    text,
  })),
  accepted:
    note.state === 'accepted'
      ? {
          by: note.acceptedBy ?? null,
          at: note.acceptedAt ?? note.sentAt,
          excused: note.excused ? ('excused' as const) : ('not excused' as const),
          left: [...(note.left ?? [])],
        }
      : null,
});
