import { isAfterIndexLag } from '../../../marks/records/class-records-version.ts';
import type { AnswerVersion } from '../../../platform/requests/call-handler.ts';
import { readRawPages } from '../../../platform/table/text-pages.ts';
import { school } from '../../../school/records/school.ts';
import { readStudents, type StudentItem, type StudentStatus } from '../store.ts';
import { type RosterStudent, RosterVersionEntity, rosterAttributes } from './class-roster.ts';
import { readCurrentStudents, versionOfParts } from './read-rosters.ts';

/** The text of an attribute of a student; undefined where it is blank. */
export type StudentTexts = (attribute: string) => string | undefined;

const inRosters: ReadonlySet<string> = new Set([...rosterAttributes, 'classId']);
const areInRosters = (only: readonly string[]) => only.every((name) => inRosters.has(name));

interface StudentsToList {
  only: readonly string[];
  after?: string | undefined;
  /** Of the current students these alone. */
  among?: readonly RosterStudent[] | undefined;
}

/**
 * The students of a status by id, with these attributes, which hold texts. Current ones with what rosters have: one list, from one query. Others: a
 * list for each megabyte of records, from an index, which is eventually consistent; or, of `among`, one list of their records, strongly consistent, a
 * unit each.
 */
export async function* listStudentTexts(
  status: StudentStatus,
  { only, after, among }: StudentsToList,
): AsyncGenerator<readonly StudentTexts[]> {
  if (status === 'current' && (among || areInRosters(only))) {
    const listed = among ?? (await readCurrentStudents());
    const students = areInRosters(only) ? listed : await readCurrentRecords(listed, only);
    yield students
      .filter(({ studentId }) => after === undefined || studentId > after)
      .sort((a, b) => (a.studentId < b.studentId ? -1 : 1))
      .map((student) => (name) => (student as unknown as Record<string, string | undefined>)[name]);
    return;
  }
  for await (const { items } of readRawPages({ index: 'gsi2', partition: `students#${status}`, only, after }))
    yield items.map((item) => (name) => item[name]?.S);
}

/** Without those who have left since the rosters were read. */
async function readCurrentRecords(listed: readonly RosterStudent[], only: readonly string[]) {
  const attributes = [...new Set([...only, 'studentId', 'status'])] as (keyof StudentItem)[];
  const records = await readStudents(
    listed.map(({ studentId }) => studentId),
    attributes,
  );
  return records.filter(({ status }) => status === 'current');
}

/**
 * The version of a list of current students with these attributes, by class: another one once a record of any of them has changed. Null where there is
 * none, because a class has no roster yet. A list that comes from an index may lag behind a change of the last minutes. One query of a unit.
 */
export async function readVersionOfCurrentStudents(only: readonly string[], now: Date): Promise<AnswerVersion | null> {
  const versions = await RosterVersionEntity.query({});
  const byClass = Map.groupBy(versions, ({ classId }) => classId);
  if (school().formClasses.some(({ id }) => !byClass.has(id))) return null;
  const changing = areInRosters(only) ? [] : versions.filter(({ changedAt }) => !isAfterIndexLag(changedAt, now));
  return {
    selected: only.join(),
    parts: new Map(Array.from(byClass, ([classId, parts]) => [classId, versionOfParts(parts)])),
    lagging: new Set(changing.map(({ classId }) => classId)),
  };
}
