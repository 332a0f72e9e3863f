import { fileKey } from '#shared/http/contract.ts';
import { type FileKind, fileTypeByName } from '#shared/students/files/file-kinds.ts';
import type { StudentItem } from '../store.ts';

/** A file that a student's record names. */
export interface KeptFile {
  file: string;
  type: NonNullable<ReturnType<typeof fileTypeByName>>;
  key: string;
}

/** The file of a kind that a record names; undefined for none, and for a text that is no file of this student. */
export function findKeptFile(student: Pick<StudentItem, 'studentId' | FileKind>, kind: FileKind): KeptFile | undefined {
  const file = student[kind];
  const type = fileTypeByName(file, student.studentId);
  return file === undefined || type === undefined ? undefined : { file, type, key: fileKeyOf(kind, file) };
}

/**
 * The key of a file. Pictures have a prefix of their own, because everyone who sees the student on a sheet may read
 * them (ADR 0055).
 */
export const fileKeyOf = (kind: FileKind, file: string): string =>
  kind === 'picture' ? fileKey('pictures', file) : fileKey('student-files', `${kind}/${file}`);
