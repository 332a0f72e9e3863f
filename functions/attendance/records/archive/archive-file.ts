import { keyIn } from '#shared/http/contract.ts';
import { documentsBucket, openFile } from '../../../platform/files/file-storage.ts';
import { deleteDocument, keepDocument } from '../../../platform/files/kept-documents.ts';
import type { AttendanceItem } from '../attendance-record.ts';

/** A student's half year. */
export interface Place {
  half: string;
  studentId: string;
}

/** A file for each student and half year: an erased student's go, and nobody else's file is touched. */
const keyOf = ({ half, studentId }: Place): string => keyIn('attendance-archive', `${half}/${studentId}.json`);

/** The records of a file, whole, by day; undefined where there is no file. */
export async function readArchiveFile(place: Place): Promise<AttendanceItem[] | undefined> {
  const file = await openFile(documentsBucket(), keyOf(place));
  if (!file?.Body) return undefined;
  return (JSON.parse(await file.Body.transformToString()) as { records: AttendanceItem[] }).records;
}

/** Writes a file and reads it back. @throws Error where what is read is not what was written */
export async function writeArchiveFile(place: Place, records: readonly AttendanceItem[]): Promise<void> {
  const text = JSON.stringify({ ...place, records });
  await keepDocument(keyOf(place), Buffer.from(text), 'application/json');
  const stored = await readArchiveFile(place);
  if (JSON.stringify({ ...place, records: stored }) !== text)
    throw new Error(`The archive file ${keyOf(place)} is not what was written`);
}

export const deleteArchiveFile = (place: Place): Promise<void> => deleteDocument(keyOf(place));
