import { fileKey } from '#shared/http/contract.ts';
import { documentsBucket, openFile } from '../../platform/files/file-storage.ts';

/** A part of a table that one step reads. */
export interface TableSegment {
  table: 'records' | 'trail';
  segment: number;
  of: number;
}

/** The parts of both tables: a step each. Twenty schools' years fit into them. */
export const tableSegments: readonly TableSegment[] = [
  ...Array.from({ length: 4 }, (_, segment) => ({ table: 'records', segment, of: 4 }) as const),
  ...Array.from({ length: 2 }, (_, segment) => ({ table: 'trail', segment, of: 2 }) as const),
];

/** Kinds that people look into: each has a workbook beside its lines. */
export const tablesForPeople: readonly { kind: string; title: string }[] = [
  { kind: 'student', title: 'Students' },
  { kind: 'employee', title: 'Teachers' },
  { kind: 'subject', title: 'Subjects' },
  { kind: 'lesson', title: 'Lessons' },
  { kind: 'assignment', title: 'Subjects of students' },
  { kind: 'subject-record', title: 'Marks' },
  { kind: 'course-work', title: 'Mark book' },
  { kind: 'term-report', title: 'Term reports' },
  { kind: 'attendance-record', title: 'Attendance' },
];

/** Kinds of records are written in so many steps. */
export const stepsOfRecords = 9;
/** And files of the folders. */
export const stepsOfFiles = 32;

const numbered = (what: string, count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [`${what} ${index}`]);

/**
 * The steps of a run, a batch each: first the tables are read, a segment a step; then the file is written from its
 * beginning to its end. Files are listed once, in the step before theirs.
 */
export const planSchoolExport = (): string[][] => [
  ...numbered('read', tableSegments.length),
  ['about'],
  ...numbered('records', stepsOfRecords),
  ...tablesForPeople.map(({ kind }) => [`table ${kind}`]),
  ['list'],
  ...numbered('files', stepsOfFiles),
];

/** A run that makes a file of the school: each step knows it. */
export interface ExportRun {
  run: string;
  /** ISO 8601. */
  startedAt: string;
}

/** A key of what a run keeps while it is under way, and of its file. */
export const keyOfRun = (run: string, name: string): string => fileKey('school-files', `${run}/${name}`);

/** The key of the finished file. */
export const keyOfSchoolFile = ({ run }: Pick<ExportRun, 'run'>): string => keyOfRun(run, 'school.zip');

/** What was made: kept beside the finished file. */
export interface SchoolFileMade {
  bytes: number;
  records: number;
  files: number;
  /** Of the key that signed it. */
  fingerprint: string;
}

export const keyOfMade = ({ run }: Pick<ExportRun, 'run'>): string => keyOfRun(run, 'made.json');

/** What a run has made; undefined until it has ended, and once the file is deleted. */
export async function readSchoolFileMade(run: Pick<ExportRun, 'run'>): Promise<SchoolFileMade | undefined> {
  const body = (await openFile(documentsBucket(), keyOfMade(run)))?.Body;
  return body && JSON.parse(await body.transformToString());
}
