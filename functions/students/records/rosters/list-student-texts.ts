import { isAfterIndexLag } from '../../../platform/table/terms/class-records-version.ts';
import { readRawPages } from '../../../platform/table/text-pages.ts';
import { school } from '../../../school/records/school.ts';
import type { StudentStatus } from '../store.ts';
import { RosterVersionEntity, rosterAttributes } from './class-roster.ts';
import { readCurrentStudents } from './read-rosters.ts';

/** The text of an attribute of a student; undefined where it is blank. */
export type StudentTexts = (attribute: string) => string | undefined;

const inRosters: ReadonlySet<string> = new Set([...rosterAttributes, 'classId']);
const areInRosters = (only: readonly string[]) => only.every((name) => inRosters.has(name));

/**
 * The students of a status by id, with these attributes, which hold texts. Current ones with what rosters have: one list, from one query. Others: a
 * list for each megabyte of records, from an index, which is eventually consistent.
 */
export async function* listStudentTexts(
  status: StudentStatus,
  { only, after }: { only: readonly string[]; after?: string | undefined },
): AsyncGenerator<readonly StudentTexts[]> {
  if (status === 'current' && areInRosters(only)) {
    const students = (await readCurrentStudents()).filter(({ studentId }) => after === undefined || studentId > after);
    const inOrder = students.sort((a, b) => (a.studentId < b.studentId ? -1 : 1));
    yield (inOrder as unknown as Record<string, string | undefined>[]).map((student) => (name) => student[name]);
    return;
  }
  for await (const { items } of readRawPages({ index: 'gsi2', partition: `students#${status}`, only, after }))
    yield items.map((item) => (name) => item[name]?.S);
}

/**
 * The version of a list of current students with these attributes: another one once a record of any of them has changed. Read it before the list, so
 * that it is never newer. Null where there is none: a class has no roster yet; or the list comes from an index, which may lag behind a change of the
 * last minutes. One query of a unit.
 */
export async function readVersionOfCurrentStudents(only: readonly string[], now: Date): Promise<string | null> {
  const versions = await RosterVersionEntity.query({});
  const classes = new Set(versions.map(({ classId }) => classId));
  if (school().formClasses.some(({ id }) => !classes.has(id))) return null;
  const hasAll = areInRosters(only) || versions.every(({ changedAt }) => isAfterIndexLag(changedAt, now));
  return hasAll ? versions.map(({ version }) => version).join() : null;
}
