import { createHash, randomBytes } from 'node:crypto';
import { type Action, executeActionIf } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { indexLag } from '../../../platform/table/query.ts';

/** What lists, pickers and registers show of a current student; a roster repeats it of the record. */
export interface RosterEntry {
  studentId: string;
  lastName: string;
  firstName: string;
  middleName?: string | undefined;
  formLevel: number;
  /** yyyy-MM-dd. */
  dateOfBirth?: string | undefined;
  birthCertificateNo?: string | undefined;
  seaNo?: string | undefined;
  houseCode?: string | undefined;
  entryDate?: string | undefined;
  repeater?: string | undefined;
  picture?: string | undefined;
  /** ISO 8601; when the student last came back from the archive: what had ended with the leaving stays ended. */
  returnedAt?: string | undefined;
}

export const rosterAttributes = [
  'studentId',
  'lastName',
  'firstName',
  'middleName',
  'formLevel',
  'dateOfBirth',
  'birthCertificateNo',
  'seaNo',
  'houseCode',
  'entryDate',
  'repeater',
  'picture',
  'returnedAt',
] as const satisfies readonly (keyof RosterEntry)[];

export type RosterAttribute = (typeof rosterAttributes)[number];

/** Where a student is. */
export interface StudentPlace {
  /** The present class, or the last one of an archived student. */
  classId: string;
  status: 'current' | 'archived';
}

/** A current student of a class. */
export type RosterStudent = RosterEntry & StudentPlace;

/** A part of a class's roster; a class has one, unless its names are very long. */
export interface ClassRosterItem {
  classId: string;
  /** From 0 on. */
  part: number;
  /** Another one after each write. */
  version: string;
  format: string;
  /** JSON of the students, by column: a third of the size of their objects. */
  students: string;
  /** Who was written lately, and when in epoch milliseconds: indexes may not have them as they are. */
  recent: Readonly<Record<string, number>>;
}

export const ClassRosterEntity = entity<ClassRosterItem>()({
  name: 'class-roster',
  pk: 'class-rosters',
  sk: '${classId}#${part}',
});

/** Another one as soon as the attributes differ: rosters of another format are made again. */
const format = createHash('sha256').update(rosterAttributes.join()).digest('base64url').slice(0, 8);

/** Bytes of a part beyond which a student is put into the next one. An item has at most 400 KB. */
const partLimit = 100_000;

/** A part as it was read. */
export interface RosterChunk {
  classId: string;
  part: number;
  /** Undefined for one that is not stored yet. */
  version: string | undefined;
  students: Map<string, RosterEntry>;
  /** When students of the part were written whom an index may not have as they are, in epoch milliseconds. */
  recent: Map<string, number>;
}

/** What a record gives to the roster. */
export const toRosterEntry = (student: RosterEntry): RosterEntry =>
  Object.fromEntries(
    rosterAttributes.flatMap((name) => (student[name] === undefined ? [] : [[name, student[name]]])),
  ) as unknown as RosterEntry;

/** A part that is read; null for one that is damaged or of another format. */
export function parseRosterChunk({ classId, part, version, format: stored, students, recent }: ClassRosterItem) {
  if (stored !== format || typeof version !== 'string') return null;
  try {
    const columns = JSON.parse(students) as Partial<Record<RosterAttribute, unknown[]>>;
    const { studentId: ids } = columns;
    if (!Array.isArray(ids)) return null;
    const entries = ids.map((_, row): [string, RosterEntry] => {
      const entry: Record<string, unknown> = {};
      for (const name of rosterAttributes) {
        const value = columns[name]?.[row] ?? null;
        if (value !== null) entry[name] = value;
      }
      return [String(ids[row]), entry as unknown as RosterEntry];
    });
    const isWhole = Object.values(columns).every((column) => column.length === ids.length);
    if (!isWhole) return null;
    return { classId, part, version, students: new Map(entries), recent: recentOf(recent) } satisfies RosterChunk;
  } catch {
    return null;
  }
}

const recentOf = (moments: ClassRosterItem['recent']): Map<string, number> =>
  new Map(Object.entries(moments).filter(([, moment]) => Date.now() - moment < indexLag));

function textOf(students: ReadonlyMap<string, RosterEntry>): string {
  const rows = [...students.values()];
  const columns = rosterAttributes
    .map((name) => [name, rows.map((row) => row[name] ?? null)] as const)
    .filter(([name, values]) => name === 'studentId' || values.some((value) => value !== null));
  return JSON.stringify(Object.fromEntries(columns));
}

/** Writes a part, on the condition that it is stored as it was read. */
export function writeRosterChunkAction({ classId, part, version: before, students, recent }: RosterChunk): Action {
  const version = randomBytes(9).toString('base64url');
  const listed = [...recent].filter(([id]) => students.has(id));
  const item = { classId, part, version, format, students: textOf(students), recent: Object.fromEntries(listed) };
  return before === undefined ? ClassRosterEntity.create(item) : ClassRosterEntity.put(item, { version: before });
}

/** Writes a part by itself. False where it is no longer stored as it was read. */
export const writeRosterChunk = (part: RosterChunk): Promise<boolean> => executeActionIf(writeRosterChunkAction(part));

/**
 * Puts a student into the part that has room: into `preferred`, or the first one, or a new one, which is added to the
 * parts.
 */
export function placeInRoster(
  classId: string,
  { parts, entry, preferred }: { parts: RosterChunk[]; entry: RosterEntry; preferred?: RosterChunk | undefined },
): RosterChunk {
  const bytes = Buffer.byteLength(JSON.stringify(entry));
  const hasRoom = ({ students }: RosterChunk) =>
    students.size === 0 || Buffer.byteLength(textOf(students)) + bytes <= partLimit;
  let place = [...(preferred ? [preferred] : []), ...parts].find(hasRoom);
  if (!place) {
    place = {
      classId,
      part: Math.max(-1, ...parts.map(({ part }) => part)) + 1,
      version: undefined,
      students: new Map(),
      recent: new Map(),
    };
    parts.push(place);
  }
  place.students.set(entry.studentId, entry);
  return place;
}
