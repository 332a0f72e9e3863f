import { fileKey } from '#shared/http/contract.ts';
import { type FileKind, fileTypeByName } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { copyFile, deleteFile } from '../../../platform/files/uploads.ts';
import { hashSecret } from '../../../platform/identity/secrets.ts';
import { fileKeyOf } from './file-keys.ts';

/** A unique file name, derived from a token that is used once. */
export const newFileName = (studentId: string, usedOnce: string, ending: string): string =>
  `${studentId}-${Buffer.from(hashSecret(usedOnce), 'base64url').toString('hex').slice(0, 16)}.${ending}`;

/** The key under which a replaced file is kept for 30 days, to be restored. */
const replacedFileKey = (kind: FileKind, file: string): string => fileKey('replaced-files', fileKeyOf(kind, file));

/** Moves a file that no record names any more to the replaced files. Idempotent. */
export async function moveToReplacedFiles(studentId: string, kind: FileKind, file: string | null): Promise<void> {
  if (file === null || fileTypeByName(file, studentId) === undefined) return;
  const key = fileKeyOf(kind, file);
  if (await copyFile(key, replacedFileKey(kind, file))) await deleteFile(key);
}

/** The name that {@link restoreFile} gives a file. */
export const nameOfRestoredFile = (studentId: string, file: string, usedOnce: string): string =>
  newFileName(studentId, usedOnce, file.slice(file.lastIndexOf('.') + 1));

/**
 * Restores the file under a new name, so that a request in flight for the old name cannot remove it. A record may have
 * named something that is no file; that is restored as it was.
 * @throws ConflictError where the file is not kept any more
 */
export async function restoreFile(
  studentId: string,
  kind: FileKind,
  file: string | null,
  usedOnce: string,
): Promise<string | null> {
  if (file === null || fileTypeByName(file, studentId) === undefined) return file;
  const name = nameOfRestoredFile(studentId, file, usedOnce);
  const to = fileKeyOf(kind, name);
  // The request that replaced it may have stopped before it moved the file.
  const isBack = (await copyFile(replacedFileKey(kind, file), to)) || (await copyFile(fileKeyOf(kind, file), to));
  if (!isBack) throw new ConflictError(studentFileRefusals.notKept);
  return name;
}
