import { splitIntoPieces, writeBatches, writeBatchSize } from '../../platform/table/table.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { formLevelOfClass, school } from '../../school/records/school.ts';
import type { RecordsOfFile } from '../move-in/reading/other-files.ts';
import { rememberLineItems } from './line-items-of-files.ts';
import { type RosterFile, sheetNames, withOrg } from './school-from-roster/school-from-roster.ts';
import { ownIdOfSchool, SourcedIdEntity, type SourcedIdItem, sourcedKeys } from './sourced-ids.ts';

/** Requests at a time. */
const atOnce = 6;

/**
 * Remembers the ids that another program gave to what the school has or gets, so that its next file shows differences
 * alone and an export gives them again. Ids that the school would give itself are not written. Each names the imports
 * that have it, so that the undo of the last one forgets it.
 */
export async function rememberIds(
  { ids }: RosterFile,
  are: RecordsOfFile,
  { key: run, now }: { key: string; now: Date },
): Promise<void> {
  const [remembered, period] = await Promise.all([SourcedIdEntity.query({}), readCurrentPeriod()]);
  const org = ids.certain.find(({ kind }) => kind === 'org')?.sourcedId ?? null;
  const own = withOrg([], org);
  // What was remembered otherwise is remembered as it is now, even where the school would give the id itself.
  const known = new Set(remembered.map(nameOf));
  const wanted = idsToRemember({ ids }, are, period?.year ?? 0).filter((one) => {
    if (known.has(nameOf(one))) return true;
    return one.kind === 'org' ? one.sourcedId !== ownIdOfSchool(school().id) : own(one.kind, one.key) !== one.sourcedId;
  });
  const before = new Map(remembered.map((one) => [nameOf(one), one]));
  const written = wanted.flatMap((one) => withRun(one, before.get(nameOf(one)), { run, now }));
  const lanes = splitIntoPieces(written, Math.max(writeBatchSize, Math.ceil(written.length / atOnce)));
  await Promise.all(lanes.map((lane) => writeBatches(lane.map((item) => SourcedIdEntity.item(item)))));
  await rememberLineItems(ids.lineItems, { run, now });
}

const nameOf = ({ kind, key }: SourcedIdItem): string => `${kind} ${key}`;

/** An id as this run remembers it; nothing to write where it is remembered for good, or by this run already. */
function withRun(
  one: SourcedIdItem,
  before: SourcedIdItem | undefined,
  { run, now }: { run: string; now: Date },
): SourcedIdItem[] {
  if (before?.sourcedId !== one.sourcedId) {
    const was = before && { sourcedId: before.sourcedId, runs: before.runs, at: before.at };
    return [{ ...one, runs: [run], at: now.toISOString(), ...(was ? { was } : {}) }];
  }
  const { runs, at } = before;
  if (runs === undefined || runs.includes(run) || at === undefined || daysSince(at, now) > undoDays) return [];
  return [{ ...before, runs: [...runs, run] }];
}

/** An import can be undone for thirty days: what is older is remembered for good. */
const undoDays = 31;

const daysSince = (at: string, now: Date): number => (now.getTime() - Date.parse(at)) / 86_400_000;

/** What each id of the file is the id of, as far as one thing of the school has it and no other. */
export function idsToRemember(
  { ids: { certain, people, classes, enrollments, subjects } }: Pick<RosterFile, 'ids'>,
  { rows, classOf }: RecordsOfFile,
  year: number,
): SourcedIdItem[] {
  const recordOf = new Map(rows.map(({ sheet, row, record }) => [`${sheet} ${row}`, record]));
  const items: SourcedIdItem[] = [...certain];
  for (const { sourcedId, row, kind } of people.people.values()) {
    const record = recordOf.get(`${sheetNames[kind]} ${row}`);
    if (record === undefined) continue;
    const key = kind === 'teachers' ? sourcedKeys.teacher(record) : sourcedKeys.student(record);
    const ofStudent = kind === 'students' ? { studentId: record } : {};
    items.push({ kind: 'user', key, sourcedId, ...ofStudent });
    const role = people.roles.get(sourcedId);
    if (role !== undefined && !isNoId(role))
      items.push({ kind: 'role', key: sourcedKeys.roleOf(sourcedId), sourcedId: role, ...ofStudent });
  }
  const subjectOf = new Map(
    subjects.flatMap(({ row, subject }) => {
      const record = recordOf.get(`${sheetNames.subjects} ${row}`);
      return record === undefined ? [] : [[subject, record] as const];
    }),
  );
  for (const one of classes) {
    const [form, ...more] = (one.type === 'homeroom' ? [one.form] : one.forms).map(classOf);
    const level = form === undefined ? undefined : formLevelOfClass(form);
    if (form === undefined || level === undefined || more.length > 0) continue;
    if (one.type === 'homeroom') {
      items.push({ kind: 'class', key: sourcedKeys.homeroom(year, form), sourcedId: one.sourcedId });
      if (one.courseId !== '')
        items.push({ kind: 'course', key: sourcedKeys.homeroomCourse(level), sourcedId: one.courseId });
      continue;
    }
    const subjectId = subjectOf.get(one.subject);
    if (subjectId === undefined) continue;
    const key = sourcedKeys.lesson({ year, subjectId, classId: form, teacher: one.ownTeacher });
    items.push({ kind: 'class', key, sourcedId: one.sourcedId });
    if (one.courseId !== '')
      items.push({ kind: 'course', key: sourcedKeys.course(subjectId, level), sourcedId: one.courseId });
  }
  const given = withoutDoubts(items);
  // The key of an enrollment is made of the ids that are given out of its class and its person.
  const givenIds = new Set(given.map(({ kind, sourcedId }) => `${kind} ${sourcedId}`));
  const studentOf = new Map(
    given.flatMap(({ kind, sourcedId, studentId }) => (kind === 'user' ? [[sourcedId, studentId]] : [])),
  );
  const ofClasses = enrollments.flatMap(({ sourcedId, place, user, role }): SourcedIdItem[] => {
    if (isNoId(sourcedId) || !givenIds.has(`class ${place}`) || !givenIds.has(`user ${user}`)) return [];
    const key = sourcedKeys.enrollment({ classSourcedId: place, userSourcedId: user, role });
    const studentId = studentOf.get(user);
    return [{ kind: 'enrollment', key, sourcedId, ...(studentId === undefined ? {} : { studentId }) }];
  });
  return [...given, ...withoutDoubts(ofClasses)];
}

/** Of a row that had none (`readRoster`). */
const isNoId = (sourcedId: string): boolean => sourcedId.startsWith('row ');

/** Without ids of two things, and without things of two ids: a school gives each id out once. */
function withoutDoubts(items: readonly SourcedIdItem[]): SourcedIdItem[] {
  const unique = new Map(items.map((one) => [`${one.kind} ${one.key} ${one.sourcedId}`, one]));
  const count = (nameOf: (one: SourcedIdItem) => string) => Map.groupBy(unique.values(), nameOf);
  const ofKey = count(({ kind, key }) => `${kind} ${key}`);
  const ofId = count(({ kind, sourcedId }) => `${kind} ${sourcedId}`);
  return [...unique.values()].filter(
    ({ kind, key, sourcedId }) =>
      ofKey.get(`${kind} ${key}`)?.length === 1 && ofId.get(`${kind} ${sourcedId}`)?.length === 1,
  );
}
