import { textPages } from '../../../platform/table/text-pages.ts';
import type { StudentStatus } from '../store.ts';
import { rosterAttributes } from './class-roster.ts';
import { currentStudents } from './read-rosters.ts';

/** The text of an attribute of a student; undefined where it is blank. */
export type StudentTexts = (attribute: string) => string | undefined;

const inRosters: ReadonlySet<string> = new Set([...rosterAttributes, 'classId']);

/**
 * The students of a status by id, with these attributes, which hold texts. Current ones with what rosters have: one list, from one query. Others: a
 * list for each megabyte of records, from an index, which is eventually consistent.
 */
export async function* listedStudents(
  status: StudentStatus,
  { only, after }: { only: readonly string[]; after?: string | undefined },
): AsyncGenerator<readonly StudentTexts[]> {
  if (status === 'current' && only.every((name) => inRosters.has(name))) {
    const students = (await currentStudents()).filter(({ studentId }) => after === undefined || studentId > after);
    const inOrder = students.sort((a, b) => (a.studentId < b.studentId ? -1 : 1));
    yield (inOrder as unknown as Record<string, string | undefined>[]).map((student) => (name) => student[name]);
    return;
  }
  for await (const { items } of textPages({ index: 'gsi2', partition: `students#${status}`, only, after }))
    yield items.map((item) => (name) => item[name]?.S);
}
