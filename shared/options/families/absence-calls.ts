import * as z from 'zod/mini';
import type { CallRow, Contract } from '../../http/contract.ts';
import { noInput } from '../../http/fields.ts';
import { studentFileWordings } from '../../students/wordings.ts';
import { maxNotePictureBytes, notePictureTypes } from './family-note.ts';
import { familyNote, noteId, noteVersion } from './family-note-calls.ts';
import { familyNoteForm, noteMessage } from './family-note-form.ts';

const ofStudent = { who: ['student'], needs: { table: 'write' } } as const satisfies Partial<CallRow>;
const ticket = z.lazy(() => z.string().check(z.regex(/^[\w-]{43}$/, 'Not a ticket.')));

/** A student's own absence notes: proposals until the school accepts them (rule 58). */
export const myAbsenceCalls = {
  /** The newest first. */
  listMyAbsenceNotes: {
    who: ['student'],
    method: 'GET',
    path: '/api/my-absence-note',
    input: noInput,
    output: () => z.array(familyNote()),
    needs: { table: 'read' },
  },
  /**
   * Permits the upload of one picture of exactly this length and type, once and within ten minutes, for a note of the
   * caller.
   */
  requestNotePicture: {
    ...ofStudent,
    method: 'POST',
    path: '/api/my-absence-note-ticket',
    input: () =>
      z.strictObject({
        type: z.literal(notePictureTypes, studentFileWordings.wrongTypeOfPicture),
        bytes: z
          .int()
          .check(z.gte(1, studentFileWordings.empty), z.lte(maxNotePictureBytes, 'The file is larger than 5 MB.')),
      }),
    output: () => z.strictObject({ ticket, url: z.string(), fields: z.record(z.string(), z.string()) }),
    needs: { table: 'write', files: { uploads: ['write'] } },
  },
  /**
   * Sends a note about school days of one term whose attendance is open. The picture is checked, and loses its metadata
   * (rule 20).
   */
  sendAbsenceNote: {
    ...ofStudent,
    method: 'POST',
    path: '/api/my-absence-note',
    input: () => z.strictObject({ note: familyNoteForm(), ticket: z.nullable(ticket) }),
    output: familyNote,
    needs: { table: 'write', files: { uploads: ['read', 'delete'], 'absence-notes': ['write'] } },
  },
  /** Answers the school's question. */
  answerAboutAbsenceNote: {
    ...ofStudent,
    method: 'POST',
    path: '/api/my-absence-note-answer',
    input: () => z.strictObject({ id: noteId, version: noteVersion, text: noteMessage() }),
    output: familyNote,
  },
  /** Withdraws a note that is not accepted, and deletes its picture. */
  withdrawMyAbsenceNote: {
    ...ofStudent,
    method: 'DELETE',
    path: '/api/my-absence-note',
    input: () => z.strictObject({ id: noteId, version: noteVersion }),
    output: familyNote,
    needs: { table: 'write', files: { 'absence-notes': ['delete'] } },
  },
} as const satisfies Contract;
