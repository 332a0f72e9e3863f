import { keyIn } from '#shared/http/contract.ts';
import { type FileKind, titleOfKind, typeOfFile } from '#shared/student-files/kinds.ts';
import { copyFile, deleteFile } from '../platform/files/handed-in.ts';
import { hashOf } from '../platform/identity/secrets.ts';
import { nameOf, type StudentItem } from '../students/store.ts';

/** A file that a student's record names. */
export interface KeptFile {
  file: string;
  type: NonNullable<ReturnType<typeof typeOfFile>>;
  key: string;
}

/** The file of a kind that a record names; undefined for none, and for a text that is no file of this student. */
export function fileOf(student: Pick<StudentItem, 'studentId' | FileKind>, kind: FileKind): KeptFile | undefined {
  const file = student[kind];
  const type = typeOfFile(file, student.studentId);
  return file === undefined || type === undefined ? undefined : { file, type, key: keyOf(kind, file) };
}

/** Where a file is. Pictures are apart: those who see a student on a sheet see them too (ADR 0021). */
export const keyOf = (kind: FileKind, file: string): string =>
  kind === 'picture' ? keyIn('pictures', file) : keyIn('student-files', `${kind}/${file}`);

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
