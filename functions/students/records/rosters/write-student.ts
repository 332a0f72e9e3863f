import { type Action, attachCopyUpdater, type CopyUpdater } from '../../../platform/table/action.ts';
import { type Condition, whereUnchanged } from '../../../platform/table/expression.ts';
import { StudentEntity, type StudentItem } from '../store.ts';
import {
  actionsPerRoster,
  placeInRoster,
  type RosterChunk,
  type RosterEntry,
  rosterAttributes,
  toRosterEntry,
  writeRosterChunkActions,
} from './class-roster.ts';
import { readClassRoster } from './read-rosters.ts';

/** What an action changes in the rosters. */
interface RosterChange {
  studentId: string;
  /** The class whose roster has the student; absent for a new or archived student. */
  from?: string;
  /** The class whose roster is to have the student; absent where the student is archived or deleted. */
  to?: string;
  /** The student who enters the rosters; or the attributes that change of a listed one, null where there is no value any more. */
  values: { [A in keyof RosterEntry]?: RosterEntry[A] | null };
}

/** A new student. */
export const createStudentAction = (student: StudentItem): Action =>
  followed(StudentEntity.create(student), { studentId: student.studentId, ...toClass(student), values: student });

/** Deletes a record that is as it was read. */
export const deleteStudentAction = (student: StudentItem, where: Condition<StudentItem>): Action =>
  followed(StudentEntity.delete({ studentId: student.studentId }, where), {
    ...{ studentId: student.studentId, values: {} },
    ...fromClass(student),
  });

type Change = Parameters<typeof StudentEntity.change>[1];

/**
 * Changes attributes of a student, in the record and in the rosters. The one way to do it: an action of another make is refused.
 * @param student as read
 * @param where must have class and status of a student who is to leave a class or enter one
 */
export function updateStudentAction(
  student: StudentItem,
  {
    set,
    remove = [],
    where,
  }: Pick<Change, 'set' | 'remove'> & { where: { readonly [K in keyof StudentItem]?: unknown } },
): Action {
  const { studentId } = student;
  const after = { ...student, ...withoutUndefined(set ?? {}) };
  const isEntering = student.status !== 'current' && after.status === 'current';
  // A student who comes from the archive enters the roster as read.
  const condition = {
    ...(isEntering ? whereUnchanged(student, rosterAttributes) : {}),
    ...where,
  } as NonNullable<Change['where']>;
  const removed = Object.fromEntries(remove.map((name) => [name, null]));
  const values = { ...(isEntering ? student : {}), ...withoutUndefined(set ?? {}), ...removed };
  return followed(StudentEntity.change(student, { ...(set ? { set } : {}), remove, where: condition }), {
    ...{ studentId, values },
    ...fromClass(student),
    ...toClass(after),
  });
}

const fromClass = ({ status, classId }: StudentItem) => (status === 'current' ? { from: classId } : {});
const toClass = ({ status, classId }: StudentItem) => (status === 'current' ? { to: classId } : {});

const withoutUndefined = (values: object): Partial<StudentItem> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const followed = (action: Action, change: RosterChange): Action =>
  attachCopyUpdater(
    action,
    change.from === undefined && change.to === undefined ? null : { updater: classRosters, change },
  );

/** Most actions that follow one student's: of two classes. */
export const maxRosterActions = 2 * actionsPerRoster;

const classRosters: CopyUpdater<RosterChange> = {
  updateActions: async (changes) => {
    const classIds = new Set(changes.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()));
    const rosters = new Map(
      await Promise.all(
        Array.from(classIds, async (id): Promise<[string, RosterChunk[]]> => [id, await readClassRoster(id)]),
      ),
    );
    const changed = new Set<RosterChunk>();
    for (const change of changes) {
      const touched = await applyChange(change, rosters);
      if (touched === 'refused') return touched;
      for (const part of touched) changed.add(part);
    }
    return Array.from(changed, writeRosterChunkActions).flat();
  },
};

/** @returns the parts that change */
async function applyChange(
  { studentId, from, to, values }: RosterChange,
  rosters: ReadonlyMap<string, RosterChunk[]>,
): Promise<RosterChunk[] | 'refused'> {
  const left = (rosters.get(from ?? '') ?? []).filter(({ students }) => students.has(studentId));
  const known =
    left[0]?.students.get(studentId) ?? (from === undefined ? undefined : await entryInRecord(studentId, from));
  if (from !== undefined && !known) return 'refused';
  for (const { students } of left) students.delete(studentId);
  if (to === undefined) return left;
  const parts = rosters.get(to) ?? [];
  // Only where a roster was wrong.
  const twice = parts.filter(({ students }) => students.delete(studentId));
  const entry = toRosterEntry({ ...known, ...withoutNull(values), studentId } as RosterEntry);
  return [...left, ...twice, placeInRoster(to, { parts, entry, preferred: from === to ? left[0] : undefined })];
}

/** An entry that the roster should have, after it was read: another class means that the change was decided on an earlier one. */
async function entryInRecord(studentId: string, classId: string): Promise<RosterEntry | undefined> {
  const student = await StudentEntity.get({ studentId });
  return student?.classId === classId && student.status === 'current' ? toRosterEntry(student) : undefined;
}

const withoutNull = (values: RosterChange['values']) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]));
