import { keyIn } from '#shared/http/contract.ts';
import { type FileKind, titleOfKind, typeOfFile } from '#shared/students/files/kinds.ts';
import { copyFile, deleteFile } from '../../platform/files/uploads.ts';
import { hashOf } from '../../platform/identity/secrets.ts';
import { keyOf } from '../records/kept-files.ts';
import { nameOf, type StudentItem } from '../records/store.ts';

/** A name that no file had before: what it is made from is used once. */
export const newFileName = (studentId: string, usedOnce: string, ending: string): string =>
  `${studentId}-${Buffer.from(hashOf(usedOnce), 'base64url').toString('hex').slice(0, 16)}.${ending}`;

/** Where a file waits, for 30 days, to be brought back. */
export const replacedKey = (kind: FileKind, file: string): string => keyIn('replaced-files', keyOf(kind, file));

/** Takes a file that no record names any more out of the way. Doing it again does nothing. */
export async function retire(studentId: string, kind: FileKind, file: string | null): Promise<void> {
  if (file === null || typeOfFile(file, studentId) === undefined) return;
  const key = keyOf(kind, file);
  if (await copyFile(key, replacedKey(kind, file))) await deleteFile(key);
}

/** "Birth Certificate of Ann Lee". */
export const titleOf = (student: StudentItem, kind: FileKind): string =>
  `${titleOfKind(kind)} of ${nameOf(student, student.studentId)}`;
