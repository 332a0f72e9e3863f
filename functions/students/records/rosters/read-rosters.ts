import type { HeldAnswer } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { listCurrentStudentsFromRecords, StudentEntity } from '../store.ts';
import { ClassRosterEntity, type RosterChunk, type RosterStudent } from './class-roster.ts';
import { makeRosters, partsByClass, readOrMakeClassRoster } from './class-roster-chunks.ts';

/** Every current student, by class. One strongly consistent query of some kilobytes a class. */
export async function readCurrentStudents(): Promise<RosterStudent[]> {
  const stored = await ClassRosterEntity.query({});
  const { parts, unusable } = partsByClass(stored);
  const missing = school().formClasses.filter(({ id }) => !parts.has(id));
  if (unusable.size === 0 && missing.length === 0) return [...parts.values()].flat().flatMap(studentsOfPart);
  return makeRosters(stored, listCurrentStudentsFromRecords);
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
export const readClassRoster = (classId: string): Promise<RosterChunk[]> =>
  readOrMakeClassRoster(classId, listCurrentStudentsFromRecords);

const studentsOfPart = ({ classId, students }: RosterChunk): RosterStudent[] =>
  Array.from(students.values(), (entry) => ({ ...entry, classId, status: 'current' }));

const byName = (a: RosterStudent, b: RosterStudent): number => (nameKey(a) < nameKey(b) ? -1 : 1);
const nameKey = ({ lastName, firstName, studentId }: RosterStudent) => `${lastName}#${firstName}#${studentId}`;
