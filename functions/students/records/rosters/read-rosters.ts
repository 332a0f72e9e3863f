import { logger } from '../../../platform/log.ts';
import type { HeldAnswer } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { StudentEntity, type StudentItem } from '../store.ts';
import {
  ClassRosterEntity,
  type ClassRosterItem,
  parseRosterChunk,
  placeInRoster,
  type RosterChunk,
  type RosterStudent,
  rosterAttributes,
  toRosterEntry,
  writeRosterChunk,
} from './class-roster.ts';

/** Every current student, by class. One strongly consistent query of some kilobytes a class. */
export async function readCurrentStudents(): Promise<RosterStudent[]> {
  const stored = await ClassRosterEntity.query({});
  const { parts, unusable } = partsByClass(stored);
  const missing = school().formClasses.filter(({ id }) => !parts.has(id));
  if (unusable.size === 0 && missing.length === 0) return [...parts.values()].flat().flatMap(studentsOfPart);
  return makeRosters(stored);
}

/** A query of a unit each; more are read in one query of every roster. */
const mostClassesReadAlone = 5;

/**
 * The current students of the classes that the browser does not have in their present version. Null where the whole list is to be read: the browser has
 * none of it, more than five classes changed, or one changed again since the versions were read. A student who was moved then could be in two of the
 * classes that the browser puts together, or in none.
 */
export async function listStudentsOfChangedClasses(held: HeldAnswer | undefined): Promise<RosterStudent[] | null> {
  if (!held) return null;
  const { versions, unchanged } = held;
  const changed = [...versions].filter(([classId]) => !unchanged.has(classId));
  if (unchanged.size === 0 || changed.length > mostClassesReadAlone) return null;
  const rosters = await Promise.all(
    changed.map(async ([classId, version]) => ({ version, parts: await readClassRoster(classId) })),
  );
  const isAsCompared = rosters.every(({ version, parts }) => versionOfParts(parts) === version);
  return isAsCompared ? rosters.flatMap(({ parts }) => parts).flatMap(studentsOfPart) : null;
}

/** The version of a class's roster, of whose parts the items or their versions were read. */
export const versionOfParts = (parts: readonly Pick<RosterChunk, 'version'>[]): string =>
  parts.map(({ version }) => version).join();

/** What the rosters list that are stored and can be used. */
export const listStudentsInStoredRosters = async (): Promise<RosterStudent[]> =>
  [...partsByClass(await ClassRosterEntity.query({})).parts.values()].flat().flatMap(studentsOfPart);

/** The ids of all current and archived students, erased students excluded. */
export async function listCurrentAndArchivedIds(): Promise<string[]> {
  const lists = await Promise.all([
    readCurrentStudents(),
    StudentEntity.queryBy('all', { status: 'archived' }, { only: ['studentId'] }),
  ]);
  return lists.flat().map(({ studentId }) => studentId);
}

/** The current students of these classes, by class and name. One query. */
export async function listStudentsOfClasses(classIds: readonly string[]): Promise<RosterStudent[]> {
  const byClass = Map.groupBy(await readCurrentStudents(), ({ classId }) => classId);
  return classIds.flatMap((classId) => (byClass.get(classId) ?? []).sort(byName));
}

/** The current students of a class, by name. `archived` is no class. One strongly consistent query. */
export async function listStudentsOfClass(classId: string): Promise<RosterStudent[]> {
  const parts = await readClassRoster(classId);
  return parts.flatMap(studentsOfPart).sort(byName);
}

/** A class's roster, which is made where it is missing or damaged. No parts: nobody has ever been in the class. */
export async function readClassRoster(classId: string): Promise<RosterChunk[]> {
  const read = async () => partsByClass(await ClassRosterEntity.query({ classId }));
  const { parts, unusable } = await read();
  const isClass = school().formClasses.some(({ id }) => id === classId);
  if (unusable.size === 0 && (!isClass || parts.has(classId))) return parts.get(classId) ?? [];
  const students = await makeRosters(await ClassRosterEntity.query({}));
  const made = (await read()).parts.get(classId);
  if (made) return made;
  // Nobody may write it here, or a newer version of the product has written it.
  return buildRosterChunks(
    classId,
    students.filter((student) => student.classId === classId),
  );
}

const studentsOfPart = ({ classId, students }: RosterChunk): RosterStudent[] =>
  Array.from(students.values(), (entry) => ({ ...entry, classId, status: 'current' }));

const byName = (a: RosterStudent, b: RosterStudent): number => (nameKey(a) < nameKey(b) ? -1 : 1);
const nameKey = ({ lastName, firstName, studentId }: RosterStudent) => `${lastName}#${firstName}#${studentId}`;

/** The rosters that can be used, and the classes of which a part cannot. */
function partsByClass(items: readonly ClassRosterItem[]) {
  const unusable = new Set<string>();
  const parts = new Map<string, RosterChunk[]>();
  for (const item of items) {
    const part = parseRosterChunk(item);
    if (part) parts.set(item.classId, [...(parts.get(item.classId) ?? []), part]);
    else unusable.add(item.classId);
  }
  for (const classId of unusable) parts.delete(classId);
  return { parts, unusable };
}

/**
 * Makes the rosters that are missing or cannot be used from the records, and returns every current student. A query for each megabyte of students:
 * once in the life of a school, of a new class, or of a format.
 * @param stored every roster
 */
async function makeRosters(stored: readonly ClassRosterItem[]): Promise<RosterStudent[]> {
  const { parts: usable } = partsByClass(stored);
  const versions = Map.groupBy(stored, ({ classId }) => classId);
  const students = await listCurrentStudentsFromRecords();
  const byClass = Map.groupBy(students, ({ classId }) => classId);
  const ofSchool = school().formClasses.map(({ id }) => id);
  // Those of the school last: while one of them is missing, the next reader makes them all.
  const classes = [...new Set([...byClass.keys(), ...versions.keys()])].filter((id) => !ofSchool.includes(id));
  for (const classId of [...classes, ...ofSchool]) {
    if (usable.has(classId)) continue;
    const before = versions.get(classId) ?? [];
    const parts = buildRosterChunks(classId, byClass.get(classId) ?? []);
    while (parts.length < before.length) parts.push(emptyPart(classId, parts.length));
    for (const [place, part] of parts.entries()) {
      const version = before.find((one) => one.part === place)?.version;
      await makePart({ ...part, version });
    }
  }
  return students;
}

/** A reader without the right to write, or behind another, goes on with the records. */
async function makePart(part: RosterChunk): Promise<void> {
  try {
    if (await writeRosterChunk(part)) logger.info('class roster made', { class: part.classId });
  } catch (error) {
    logger.warn('class roster not made', { class: part.classId, error });
  }
}

const emptyPart = (classId: string, part: number): RosterChunk => ({
  ...{ classId, part, version: undefined },
  students: new Map(),
});

/** The parts of a new roster; at least one. */
export function buildRosterChunks(classId: string, students: readonly RosterStudent[]): RosterChunk[] {
  const parts = [emptyPart(classId, 0)];
  for (const student of students) placeInRoster(classId, { parts, entry: toRosterEntry(student) });
  return parts;
}

/** Every current student as the records have it, eventually consistent. */
export const listCurrentStudentsFromRecords = (): Promise<Pick<StudentItem, keyof RosterStudent>[]> =>
  StudentEntity.queryBy('all', { status: 'current' }, { only: [...rosterAttributes, 'classId', 'status'] });
