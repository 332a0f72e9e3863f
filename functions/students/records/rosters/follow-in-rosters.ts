import { type Companion, followedBy, type Meaning } from '../../../platform/table/action.ts';
import type { Write } from '../../../platform/table/entity-types.ts';
import { type ItemKey, readItems } from '../../../platform/table/table.ts';
import {
  placeInRoster,
  type RosterChunk,
  type RosterEntry,
  type StudentPlace,
  toRosterEntry,
  writeRosterChunkAction,
} from './class-roster.ts';
import { type ListCurrentStudents, readOrMakeClassRoster } from './class-roster-chunks.ts';

type Student = RosterEntry & StudentPlace;

/** What a write of a student changes in the rosters. */
interface RosterChange {
  record: ItemKey<Student>;
  studentId: string;
  /** The class whose roster has the student; undefined for a new or archived student. */
  from: string | undefined;
  /** The class whose roster is to have the student; undefined where the student is archived or deleted. */
  to: string | undefined;
  /**
   * The student who enters the rosters; or the attributes that change of a listed one, undefined where there is no
   * value any more.
   */
  values: Readonly<Record<string, unknown>>;
  listCurrentStudents: ListCurrentStudents;
}

/**
 * Has a write of a student followed by the rosters of its classes, which name who was written lately.
 * @param unlisted attributes that no list shows: a write of these alone needs no student as read
 * @throws Error for another write that does not bring the student as read: its rosters are not known
 */
export function followInRosters<S extends Student>(
  { key, before, after, set, removed }: Write<S>,
  { unlisted, listCurrentStudents }: { unlisted: ReadonlySet<string>; listCurrentStudents: ListCurrentStudents },
): Meaning[] {
  if (before === undefined || after === undefined) {
    const isUnlisted = after === undefined && [...Object.keys(set), ...removed].every((name) => unlisted.has(name));
    if (isUnlisted) return [];
    throw new Error(`${key.key.pk} is written without the student as read, whom rosters repeat`);
  }
  const studentId = (after ?? before)?.studentId ?? '';
  const [from, to] = [classOf(before), classOf(after)];
  if (from === undefined && to === undefined) return [];
  // A student who comes from the archive enters the roster as read.
  const changed = { ...set, ...Object.fromEntries(removed.map((name) => [name, undefined])) };
  const values = from === undefined ? { ...after } : changed;
  return [followedBy(classRosters, { record: key, studentId, from, to, values, listCurrentStudents })];
}

const classOf = (student: { [K in keyof StudentPlace]?: StudentPlace[K] | undefined } | null) =>
  student?.status === 'current' ? student.classId : undefined;

const classRosters: Companion<RosterChange> = {
  name: 'rosters',
  most: (changes) => classIdsOf(changes).size,
  write: async (changes) => {
    const classIds = classIdsOf(changes);
    const [{ listCurrentStudents: list = async () => [] } = {}] = changes;
    const rosters = new Map(
      await Promise.all(
        Array.from(
          classIds,
          async (id): Promise<[string, RosterChunk[]]> => [id, await readOrMakeClassRoster(id, list)],
        ),
      ),
    );
    const changed = new Set<RosterChunk>();
    for (const change of changes) {
      const touched = await applyChange(change, rosters);
      if (touched === 'refused') return touched;
      for (const part of touched) changed.add(part);
    }
    return { actions: Array.from(changed, writeRosterChunkAction) };
  },
};

const classIdsOf = (changes: readonly RosterChange[]): ReadonlySet<string> =>
  new Set(changes.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()));

/** @returns the parts that change */
async function applyChange(
  { record, studentId, from, to, values }: RosterChange,
  rosters: ReadonlyMap<string, RosterChunk[]>,
): Promise<RosterChunk[] | 'refused'> {
  const left = (rosters.get(from ?? '') ?? []).filter(({ students }) => students.has(studentId));
  const known =
    left[0]?.students.get(studentId) ?? (from === undefined ? undefined : await entryInRecord(record, from));
  if (from !== undefined && !known) return 'refused';
  for (const { students } of left) students.delete(studentId);
  if (to === undefined) return left;
  const parts = rosters.get(to) ?? [];
  // Only where a roster was wrong.
  const twice = parts.filter(({ students }) => students.delete(studentId));
  const entry = toRosterEntry({ ...known, ...values, studentId } as RosterEntry);
  const place = placeInRoster(to, { parts, entry, preferred: from === to ? left[0] : undefined });
  place.recent.set(studentId, Date.now());
  return [...left, ...twice, place];
}

/**
 * An entry that the roster should have, after it was read: another class means that the change was decided on an
 * earlier one.
 */
async function entryInRecord(record: ItemKey<Student>, classId: string): Promise<RosterEntry | undefined> {
  const { student } = await readItems({ student: record });
  return student?.classId === classId && student.status === 'current' ? toRosterEntry(student) : undefined;
}
