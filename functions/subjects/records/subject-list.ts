import { type Action, storedValuesCheck } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit, type Keeping } from '../../platform/table/acts/commit.ts';
import type { AuditFieldChange, Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { readItems } from '../../platform/table/table.ts';
import { SubjectEntity, type SubjectItem, subjectUnlessDeleted, subjectUseKey } from './store.ts';

/**
 * Counts the changes of the list of subjects. Ids, titles and abbreviations are unique in it, so a change counts only
 * on the list that it was decided on.
 */
interface SubjectListItem {
  version: number;
}

const SubjectListEntity = entity<SubjectListItem>()({
  name: 'subject-list',
  pk: 'subjects',
  sk: 'list',
});

/** The subjects, deleted ones included, with the version that a change of them names. */
export interface VersionedSubjects {
  subjects: SubjectItem[];
  version: number | undefined;
}

/**
 * Strongly consistent. Two requests: the version first, so that a later change refuses what is decided on this list.
 */
export async function readSubjectList(): Promise<VersionedSubjects> {
  const { list } = await readItems({ list: SubjectListEntity.key({}) });
  const data = await SubjectEntity.query({});
  return { subjects: data, version: list?.version };
}

/** The subject of that id, or undefined where it is deleted or never was. */
export const findSubject = ({ subjects }: VersionedSubjects, subjectId: string): SubjectItem | undefined =>
  subjectUnlessDeleted(subjects.find((subject) => subject.subjectId === subjectId));

type Names = Pick<SubjectItem, 'title' | 'abbr'>;

/** The other subject that has this title or abbreviation, in any case of letters. */
export function findSameNamedSubject(
  { subjects }: VersionedSubjects,
  name: keyof Names,
  of: Names & { subjectId?: string },
): SubjectItem | undefined {
  const wanted = folded(of[name]);
  return subjects.find(
    (other) => subjectUnlessDeleted(other) && other.subjectId !== of.subjectId && folded(other[name]) === wanted,
  );
}

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('en');

/**
 * The id of a new subject: its abbreviation in plain capitals and digits, with a number where that is taken, or was.
 */
export function newSubjectId({ subjects }: VersionedSubjects, abbr: string): string {
  const plain =
    abbr
      .normalize('NFD')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '') || 'SUBJ';
  const taken = new Set(subjects.map(({ subjectId }) => subjectId));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? plain : `${plain}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** Names a subject in the audit trail. */
export const subjectAuditSubject = (subjectId: string): string => `subject#${subjectId}`;

interface SubjectChange {
  list: VersionedSubjects;
  subjectId: string;
  /** The writes of the change itself. */
  actions: readonly Action[];
  changes: readonly AuditFieldChange[];
  undo?: Keeping;
  by: Authorship;
}

/**
 * One audited change of the list. `refused`: the list has changed since the read, or a condition of the actions did not
 * hold.
 */
export function writeSubject({ list, subjectId, actions, changes, undo, by }: SubjectChange): Promise<ActOutcome> {
  return commit({
    by,
    changes: [changeListAction(list), ...actions],
    undo,
    trail: { subject: subjectAuditSubject(subjectId), changes },
  });
}

/** Counts a change, on the condition that the list is as it was read. */
export const changeListAction = (list: VersionedSubjects): Action =>
  SubjectListEntity.upsert({}, { set: { version: (list.version ?? 0) + 1 }, where: whereUnchanged(list, ['version']) });

export const createSubjectAction = (subject: Names & { subjectId: string }): Action => SubjectEntity.create(subject);

/** Changes title or abbreviation while the subject is there. */
export const renameSubjectAction = (subjectId: string, names: Partial<Names>): Action =>
  SubjectEntity.update({ subjectId }, { set: names, where: { deletedAt: null } });

/** When a subject was last given to a lesson or a student, within a day; strongly consistent. */
export const readLastUse = async (subjectId: string): Promise<string | null> =>
  (await readItems({ use: subjectUseKey(subjectId) })).use?.at ?? null;

/** Marks a subject as deleted, on the condition that nobody was given it since `lastUse` was read. */
export const deleteSubjectActions = (
  subject: SubjectItem,
  { now, expires, lastUse }: { now: Date; expires: number; lastUse: string | null },
): Action[] => [
  storedValuesCheck(subjectUseKey(subject.subjectId), { at: lastUse }),
  SubjectEntity.change(subject, { set: { deletedAt: now.toISOString(), expires }, where: { deletedAt: null } }),
];
