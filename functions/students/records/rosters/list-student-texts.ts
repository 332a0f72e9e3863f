import { readRawPages, type TextRecord } from '../../../platform/table/text-pages.ts';
import { readStudents, type StudentItem, type StudentStatus } from '../store.ts';
import { rosterAttributes } from './class-roster.ts';
import { readCurrentStudents, readRosters } from './read-rosters.ts';

/** The text of an attribute of a student; undefined where it is blank. */
export type StudentTexts = (attribute: string) => string | undefined;

const inRosters: ReadonlySet<string> = new Set([...rosterAttributes, 'classId']);

interface StudentsToList {
  only: readonly string[];
  /** Id of the student to go on behind. */
  after?: string | undefined;
}

/**
 * The students of a status by id, with these attributes, which hold texts. Current ones with what rosters have: one
 * list, from one query. Others: a list for each megabyte of records, from an index, which is eventually consistent; of
 * current ones the rosters say who there is, and whose record is read because the index may not have the last change.
 */
export async function* listStudentTexts(
  status: StudentStatus,
  { only, after }: StudentsToList,
): AsyncGenerator<readonly StudentTexts[]> {
  if (status === 'current' && only.every((name) => inRosters.has(name))) {
    yield toTexts(await readCurrentStudents(), after);
    return;
  }
  const attributes = [...new Set([...only, 'studentId'])];
  const pages = readRawPages({ index: 'gsi2', partition: `students#${status}`, only: attributes, after });
  if (status === 'archived') for await (const { items } of pages) yield items.map(textsOfItem);
  else yield* listCurrent(pages, { attributes, after });
}

async function* listCurrent(
  pages: ReturnType<typeof readRawPages>,
  { attributes, after }: { attributes: readonly string[]; after: string | undefined },
): AsyncGenerator<readonly StudentTexts[]> {
  // The rosters last: whom somebody changes meanwhile is among the recent ones.
  const [first, { students, recent }] = await Promise.all([pages.next(), readRosters()]);
  const listed = new Set(students.map(({ studentId }) => studentId));
  let waiting = toTexts(await readCurrentRecords([...recent], attributes), after);
  for (let page = first; !page.done; page = await pages.next()) {
    const { items, isLast } = page.value;
    const last = idOf(items.at(-1));
    const known = items.filter((item) => listed.has(idOf(item)) && !recent.has(idOf(item)));
    const isDue = (texts: StudentTexts) => isLast || idIn(texts) <= last;
    yield [...known.map(textsOfItem), ...waiting.filter(isDue)].sort(byId);
    waiting = waiting.filter((texts) => !isDue(texts));
  }
}

/** Without those who have left since the rosters were read. */
async function readCurrentRecords(studentIds: readonly string[], attributes: readonly string[]) {
  const records = await readStudents(studentIds, [...attributes, 'status'] as (keyof StudentItem)[]);
  return records.filter(({ status }) => status === 'current');
}

const toTexts = (students: readonly { studentId: string }[], after: string | undefined): StudentTexts[] =>
  students
    .filter(({ studentId }) => after === undefined || studentId > after)
    .map(
      (student): StudentTexts =>
        (name) =>
          (student as unknown as Record<string, string | undefined>)[name],
    )
    .sort(byId);

const textsOfItem =
  (item: TextRecord): StudentTexts =>
  (name) =>
    item[name]?.S;

const idOf = (item: TextRecord | undefined): string => item?.studentId?.S ?? '';
const idIn = (texts: StudentTexts): string => texts('studentId') ?? '';
const byId = (a: StudentTexts, b: StudentTexts): number => (idIn(a) < idIn(b) ? -1 : 1);
