import * as z from 'zod/mini';
import { contract } from '../../http/contract.ts';
import { id } from '../../http/fields.ts';
import { undoId } from '../../undo/calls.ts';
import { fileKinds, uploadTypes } from './file-kinds.ts';
import { bringingBack, replacing } from './file-needs.ts';

const kind = z.lazy(() => z.literal(fileKinds));
/** The name of the stored file that the user sees when replacing it; null for none. */
const fileName = z.lazy(() => z.nullable(z.string().check(z.maxLength(200))));

/** A change of one file of a student. */
const changed = () =>
  z.strictObject({
    student_id: id,
    kind,
    file: fileName,
    /** Undoes the change; null where nothing was changed, as the same file was there. */
    undo: z.nullable(undoId),
  });

/**
 * The files of students: birth certificate, passport and the like (rule 20). For the office
 * alone.
 */
export const studentFilesContract = contract({
  /** Which of the six files a student has. */
  listStudentFiles: {
    method: 'GET',
    path: '/api/student-files',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id }),
    output: () =>
      z.strictObject({
        student_id: id,
        /** "First Last". */
        name: z.string(),
        class_id: z.string(),
        files: z.array(
          z.strictObject({
            kind,
            file: fileName,
            /** Null where there is no file, or where the record names something that is no file of this student. */
            type: z.nullable(z.literal(uploadTypes)),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /** Links to one file, valid for five minutes. Opening one also needs the session. */
  openStudentFile: {
    method: 'GET',
    path: '/api/student-file',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id, kind }),
    output: () =>
      z.strictObject({
        file: z.string(),
        type: z.literal(uploadTypes),
        bytes: z.int(),
        /** Shows it. */
        url: z.string(),
        /** Saves it under a name that says whose and what it is. */
        download_url: z.string(),
      }),
    isDocumentOpened: true,
    needs: { table: 'read', files: { 'student-files': ['read'], pictures: ['read'] } },
  },
  /**
   * Permits the upload of one file of exactly this length and type to S3, once and within ten minutes. The ticket
   * belongs to the caller and is for this student and kind.
   */
  requestFileUpload: {
    method: 'POST',
    path: '/api/student-file-ticket',
    who: ['Admin'],
    menu: ['students'],
    input: () =>
      z.strictObject({
        student_id: id,
        kind,
        type: z.literal(uploadTypes, 'Please choose a PDF, JPEG or PNG file.'),
        bytes: z.int().check(z.gte(1, 'The file is empty.')),
        /** The file that the user saw; 409 where it was replaced since. */
        was: fileName,
      }),
    output: () =>
      z.strictObject({
        ticket: z.string(),
        /** The URL that the form is posted to. */
        url: z.string(),
        /** The fields of the form; the file follows them as `file`. */
        fields: z.record(z.string(), z.string()),
      }),
    needs: { table: 'write', files: { uploads: ['write'] } },
  },
  /** Checks what was uploaded, removes its metadata, and makes it the student's file. */
  confirmFileUpload: {
    method: 'POST',
    path: '/api/student-file',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ ticket: z.string().check(z.regex(/^[\w-]{43}$/, 'Not a ticket.')) }),
    output: changed,
    needs: { table: 'write', files: { ...bringingBack, uploads: ['read', 'delete'] } },
  },
  /** Removes a file from the student's record. */
  removeStudentFile: {
    method: 'DELETE',
    path: '/api/student-file',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id, kind, was: z.string().check(z.maxLength(200)) }),
    output: changed,
    needs: { table: 'write', files: replacing },
  },
  /**
   * The registration form as a PDF: of a student, of each student of a class, or empty to be filled in by hand
   * (`empty=1`). The PTA gets it without the fields for the office only.
   */
  printRegistrationForm: {
    method: 'GET',
    path: '/api/registration-form',
    who: ['Admin', 'PTA'],
    menu: ['students'],
    input: () =>
      z.strictObject({ student_id: z.optional(id), class_id: z.optional(id), empty: z.optional(z.literal('1')) }).check(
        z.refine((asked) => Object.values(asked).filter((value) => value !== undefined).length === 1, {
          error: 'A student, a class, or an empty form.',
          path: ['student_id'],
        }),
      ),
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: 'application/pdf',
    kind: 'documents',
    needs: { table: 'read', files: { pictures: ['read'] } },
  },
  /**
   * The registration form of a student with the student's files appended, made at each call; its links are valid for
   * five minutes. Files that are damaged or protected by a password are left out and listed on a page.
   */
  printRegistrationFormWithFiles: {
    method: 'GET',
    path: '/api/registration-form-file',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id }),
    output: () =>
      z.strictObject({
        url: z.string(),
        download_url: z.string(),
        attached: z.int(),
        left: z.array(z.strictObject({ title: z.string(), reason: z.string() })),
      }),
    kind: 'documents',
    isDocumentOpened: true,
    needs: {
      table: 'read',
      files: { pictures: ['read'], 'student-files': ['read'], 'registration-forms': ['read', 'write'] },
    },
  },
});
