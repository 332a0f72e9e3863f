import * as z from 'zod/mini';
import type { CallRow, Contract } from '../../http/contract.ts';
import { id, year } from '../../http/fields.ts';
import { fileKinds, uploadTypes } from '../../students/files/file-kinds.ts';
import { studentFileWordings } from '../../students/wordings.ts';

const ofStudent = { who: ['student'] } as const satisfies Partial<CallRow>;

const kind = z.lazy(() => z.literal(fileKinds));
const path = '/api/my-registration-file';

/** A file that is kept with the registration; null where it was removed. */
const kept = () => z.strictObject({ kind, type: z.nullable(z.literal(uploadTypes)) });

/** Links to one file, valid for five minutes in the caller's session. */
const links = () =>
  z.strictObject({
    type: z.literal(uploadTypes),
    bytes: z.int(),
    /** Shows it. */
    url: z.string(),
    /** Saves it. */
    download_url: z.string(),
  });

/**
 * The six files of a family's registration: apart from the student's files until the office accepts them (rules 20,
 * 58).
 */
export const registrationFileCalls = {
  /**
   * Permits the upload of one file of exactly this length and type, once and within ten minutes, while the registration
   * is open.
   */
  requestRegistrationFile: {
    ...ofStudent,
    method: 'POST',
    path: '/api/my-registration-file-ticket',
    input: () =>
      z.strictObject({
        year,
        kind,
        type: z.literal(uploadTypes, studentFileWordings.wrongType),
        bytes: z.int().check(z.gte(1, studentFileWordings.empty)),
      }),
    output: () => z.strictObject({ ticket: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) }),
    needs: { table: 'write', files: { uploads: ['write'] } },
  },
  /** Checks what was uploaded, removes its metadata, and keeps it with the registration in place of an earlier one. */
  keepRegistrationFile: {
    ...ofStudent,
    method: 'POST',
    path,
    input: () => z.strictObject({ ticket: z.string().check(z.regex(/^[\w-]{43}$/, 'Not a ticket.')) }),
    output: kept,
    kind: 'documents',
    needs: {
      table: 'write',
      files: { uploads: ['read', 'delete'], 'registration-files': ['read', 'write', 'delete'] },
    },
  },
  /** Removes it from the registration; the school's own file stays. */
  removeRegistrationFile: {
    ...ofStudent,
    method: 'DELETE',
    path,
    input: () => z.strictObject({ year, kind }),
    output: kept,
    needs: { table: 'write', files: { 'registration-files': ['delete'] } },
  },
  /** What the family itself has sent, to look at it again. */
  openMyRegistrationFile: {
    ...ofStudent,
    method: 'GET',
    path,
    input: () => z.strictObject({ kind }),
    output: links,
    isDocumentOpened: true,
    needs: { table: 'read', files: { 'registration-files': ['read'] } },
  },
  /** What a family has sent, for the office to decide on. */
  openRegistrationFile: {
    who: ['Admin'],
    menu: ['registration'],
    method: 'GET',
    path: '/api/registration-file',
    input: () => z.strictObject({ student_id: id, kind }),
    output: links,
    isDocumentOpened: true,
    needs: { table: 'read', files: { 'registration-files': ['read'] } },
  },
} as const satisfies Contract;
