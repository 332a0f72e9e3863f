import { compareNames } from '#shared/people/shared-names.ts';
import { school } from '../../../school/records/school.ts';
import { listCurrentStudentsFromRecords, StudentEntity } from '../store.ts';
import { ClassRosterEntity, type RosterChunk, type RosterStudent } from './class-roster.ts';
import { makeRosters, partsByClass, readOrMakeClassRoster } from './class-roster-chunks.ts';

/** Every current student, by class. One strongly consistent query of some kilobytes a class. */
export const readCurrentStudents = async (): Promise<RosterStudent[]> => (await readRosters()).students;

/** {@link readCurrentStudents}, and the ids of those among them whom an index may not have as they are. */
export async function readRosters(): Promise<{ students: RosterStudent[]; recent: ReadonlySet<string> }> {
  const stored = await ClassRosterEntity.query({});
  const { parts, unusable } = partsByClass(stored);
  const missing = school().formClasses.filter(({ id }) => !parts.has(id));
  if (unusable.size > 0 || missing.length > 0)
    return { students: await makeRosters(stored, listCurrentStudentsFromRecords), recent: new Set() };
  const chunks = [...parts.values()].flat();
  return {
    students: chunks.flatMap(studentsOfPart),
    recent: new Set(chunks.flatMap(({ recent }) => [...recent.keys()])),
  };
}

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

const byName = (a: RosterStudent, b: RosterStudent): number =>
  compareNames(a, b) || (a.studentId < b.studentId ? -1 : 1);
