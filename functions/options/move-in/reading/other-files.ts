import type { MoveInKind } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { actsPlace } from '#shared/place.ts';
import { school } from '../../../school/records/school.ts';
import type { AskedName } from '../judging/names.ts';
import type { KnownSchool } from '../known-school.ts';
import type { RecognizedFile } from './read-file.ts';

/** Somebody of the school who is to leave it by what a file says. */
export interface Leaver {
  kind: 'teachers' | 'students';
  /** The teacher's, or the student's id. */
  id: string;
  /** The file says so, or it is one of the whole school and has nobody who it is. */
  why: 'deleted' | 'absent';
  /** Where the file says it; row 0 where nothing of it does. */
  sheet: string;
  row: number;
}

/** What ends by what a file says: a student's subject, or a lesson. */
export type Ended = { sheet: string; row: number } & (
  | { kind: 'takers'; studentId: string; subjectId: string }
  | { kind: 'lessons'; employeeId: string; subjectId: string; classId: string }
);

/** What a reader of other files says beside the sheets. */
export interface OtherFile extends RecognizedFile {
  /** What it calls course work, exams and whole marks, where that is asked. */
  parts: readonly AskedName[];
  leavers: readonly Leaver[];
  /** Of what the school has; what the file has again all the same stays. */
  ended: readonly Ended[];
  /** A file of the whole school: who is not in it is asked about. These are in it, whatever becomes of their rows. */
  whole?: { sheet: string; teachers: ReadonlySet<string>; students: ReadonlySet<string> };
}

/** The records that rows of a file are, or become. */
export interface RecordsOfFile {
  /** Of teachers, subjects and students. */
  rows: readonly { kind: MoveInKind; sheet: string; row: number; record: string }[];
  /** The class that a text of the file means, by itself or by an answer. */
  classOf: (text: string) => string | undefined;
}

export interface OtherReader {
  /** Decided by the bytes alone, without unpacking any. */
  takes(bytes: Uint8Array): Promise<boolean>;
  /** @throws ValidationError on `file`, with the reason */
  read(bytes: Uint8Array, of: { known: KnownSchool; said: SaidOfFile; now: Date }): Promise<OtherFile>;
  /** Before the run begins, and again with each try: remembers which records the rows of the file are. */
  remember(file: OtherFile, are: RecordsOfFile, run: { key: string; now: Date }): Promise<void>;
}

/** Files that are no lists of a spreadsheet program, which other options read. */
export const otherFiles = /* @__PURE__ */ actsPlace<OtherReader>('files to move in with');

/** The reader of a file; undefined for workbooks and text files. */
export async function findOtherReader(bytes: Uint8Array): Promise<OtherReader | undefined> {
  for (const reader of otherFiles.of(school().options)) if (await reader.takes(bytes)) return reader;
  return undefined;
}
