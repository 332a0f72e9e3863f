import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { createClassFinder, type KnownSchool } from '../known-school.ts';
import { pastRecordsOfSchool } from '../past-records.ts';
import { type AnyFile, readAnyFile } from '../reading/read-any-file.ts';
import { choicesOfFile } from '../reading/remembered-choices.ts';
import type { RememberedChoices } from '../records/remembered-names.ts';
import { type JudgedFile, judgeFile } from './judge-file.ts';

interface Judging {
  known: KnownSchool;
  said: SaidOfFile;
  caller: Pick<Caller, 'permissions'>;
  now: Date;
}

/** Reads a file that a school brings, and judges its rows. @throws {ValidationError} on `file`, with the reason */
export async function judgeUpload(
  file: File,
  { known, said, caller, now }: Judging,
): Promise<Omit<AnyFile, 'file'> & { read: AnyFile['file']; judged: JudgedFile; chosen: RememberedChoices }> {
  const { file: read, ...more } = await readAnyFile(await file.bytes(), { known, said, now });
  const source = file.name.replace(/\.[A-Za-z]{1,5}$/, '') || 'File';
  const judged = await judgeFile(read, { known, said, caller, now, source, past: pastRecordsOfSchool() });
  return { read, judged, chosen: choicesOfFile(read.sheets, said, createClassFinder(known.classIds)), ...more };
}
