import * as z from 'zod/mini';
import { excuseValues } from '../../attendance/register-marks.ts';
import { day, id, moment } from '../../http/fields.ts';
import { notePictureTypes, noteReasons, noteStates } from './family-note.ts';
import { noteMessage } from './family-note-form.ts';

/** Names a note of a student. */
export const noteId = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9/._ -]{8,110}$/)));
/** The version that the caller saw; 409 where the note has changed since. */
export const noteVersion = z.lazy(() => z.int().check(z.gte(1)));
const name = z.lazy(() => z.nullable(z.string()));

/** A note as the school and the family see it. */
export const familyNote = () =>
  z.strictObject({
    id: z.string(),
    from: day,
    to: day,
    /** School days, as counted when it was sent. */
    days: z.int(),
    why: z.literal(noteReasons),
    words: name,
    has_picture: z.boolean(),
    state: z.literal(noteStates),
    sent_at: moment,
    version: z.int(),
    /** Questions of the school, and answers. */
    messages: z.array(z.strictObject({ of_school: z.boolean(), by: name, at: moment, text: z.string() })),
    /** `left`: the days that it did not change, with the reason. */
    accepted: z.nullable(
      z.strictObject({
        by: name,
        at: moment,
        excused: z.literal(excuseValues),
        left: z.array(z.strictObject({ date: day, reason: z.string() })),
      }),
    ),
  });

const noteOfStudent = () => z.extend(familyNote(), { student_id: id, name: z.string() });
export type NoteOfStudent = z.output<ReturnType<typeof noteOfStudent>>;

const teachersAndOffice = { who: ['teacher', 'Admin'], menu: ['attendanceStudent'] } as const;
const ofNote = () => ({ student_id: id, id: noteId });

/**
 * Absence notes that families sent (rule 58). Form teacher and office accept them or ask; the dean reads them; nobody
 * else of the school sees them.
 */
export const familyNoteCalls = {
  /**
   * Notes of a class's students that wait, and those that are accepted and not over. None where families do not enter.
   */
  listFamilyNotes: {
    method: 'GET',
    path: '/api/attendance-family-notes',
    ...teachersAndOffice,
    input: () => z.strictObject({ class_id: id }),
    output: () => z.array(noteOfStudent()),
    needs: { table: 'read', partitions: 'table' },
  },
  /** A link to a note's picture, valid for five minutes in this session. */
  openFamilyNotePicture: {
    method: 'GET',
    path: '/api/attendance-family-note-picture',
    ...teachersAndOffice,
    input: () => z.strictObject(ofNote()),
    output: () => z.strictObject({ url: z.string(), type: z.literal(notePictureTypes) }),
    isDocumentOpened: true,
    needs: { table: 'read', files: { 'absence-notes': ['read'] } },
  },
  /**
   * Writes reason and excuse into the register of the note's school days, with the note as the source in their trail. A
   * day on which the student was present, or whose reason a person has entered, stays as it is and is answered in
   * `left`. 409 where the note was accepted, withdrawn or changed.
   */
  acceptFamilyNote: {
    method: 'POST',
    path: '/api/attendance-family-note',
    ...teachersAndOffice,
    input: () => z.strictObject({ ...ofNote(), version: noteVersion, excused: z.literal(excuseValues) }),
    output: noteOfStudent,
    needs: { table: 'write' },
  },
  /** Asks the family something about a note; it waits for their answer, and may be accepted all the same. */
  askAboutFamilyNote: {
    method: 'POST',
    path: '/api/attendance-family-note-question',
    ...teachersAndOffice,
    input: () => z.strictObject({ ...ofNote(), version: noteVersion, text: noteMessage() }),
    output: noteOfStudent,
    needs: { table: 'write' },
  },
} as const;
