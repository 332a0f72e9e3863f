import { logger } from '../../../platform/log.ts';
import { school } from '../../../school/records/school.ts';
import {
  ClassRosterEntity,
  type ClassRosterItem,
  parseRosterChunk,
  placeInRoster,
  type RosterChunk,
  type RosterStudent,
  toRosterEntry,
  writeRosterChunk,
} from './class-roster.ts';

/** Every current student, from the records. Handed in, because the records' own writes follow rosters. */
export type ListCurrentStudents = () => Promise<RosterStudent[]>;

/** A class's roster, which is made where it is missing or damaged. No parts: nobody has ever been in the class. */
export async function readOrMakeClassRoster(classId: string, list: ListCurrentStudents): Promise<RosterChunk[]> {
  const read = async () => partsByClass(await ClassRosterEntity.query({ classId }));
  const { parts, unusable } = await read();
  const isClass = school().formClasses.some(({ id }) => id === classId);
  if (unusable.size === 0 && (!isClass || parts.has(classId))) return parts.get(classId) ?? [];
  const students = await makeRosters(await ClassRosterEntity.query({}), list);
  const made = (await read()).parts.get(classId);
  if (made) return made;
  // Nobody may write it here, or a newer version of the product has written it.
  return buildRosterChunks(
    classId,
    students.filter((student) => student.classId === classId),
  );
}

/** The rosters that can be used, and the classes of which a part cannot. */
export function partsByClass(items: readonly ClassRosterItem[]) {
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
 * Makes the rosters that are missing or cannot be used from the records, and returns every current student. A query for
 * each megabyte of students: once in the life of a school, of a new class, or of a format.
 * @param stored every roster
 */
export async function makeRosters(
  stored: readonly ClassRosterItem[],
  list: ListCurrentStudents,
): Promise<RosterStudent[]> {
  const { parts: usable } = partsByClass(stored);
  const versions = Map.groupBy(stored, ({ classId }) => classId);
  const students = await list();
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
  classId,
  part,
  version: undefined,
  students: new Map(),
  recent: new Map(),
});

/** The parts of a new roster; at least one. */
export function buildRosterChunks(classId: string, students: readonly RosterStudent[]): RosterChunk[] {
  const parts = [emptyPart(classId, 0)];
  for (const student of students) placeInRoster(classId, { parts, entry: toRosterEntry(student) });
  return parts;
}
