import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { namesForRecognition } from '../judging/judge-file.ts';
import type { KnownSchool } from '../known-school.ts';
import { findOtherReader, type OtherFile, type RecordsOfFile } from './other-files.ts';
import { type RecognizedFile, readMoveInFile } from './read-file.ts';

/** A file that was read, and what remembers which record each of its rows is. */
export interface AnyFile {
  file: RecognizedFile & Partial<OtherFile>;
  remember: (are: RecordsOfFile, run: { key: string; now: Date }) => Promise<void>;
  /** What sheets and columns are is in the file's format, not to be chosen. */
  isFixed: boolean;
}

/**
 * Reads a workbook, a text file, or one that an option reads.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readAnyFile(
  bytes: Uint8Array,
  { known, said, now }: { known: KnownSchool; said: SaidOfFile; now: Date },
): Promise<AnyFile> {
  const other = await findOtherReader(bytes);
  if (!other) {
    const file = await readMoveInFile(bytes, { school: namesForRecognition(known), said });
    return { file, remember: async () => {}, isFixed: false };
  }
  const file = await other.read(bytes, { known, said, now });
  return { file, remember: (...of) => other.remember(file, ...of), isFixed: true };
}
