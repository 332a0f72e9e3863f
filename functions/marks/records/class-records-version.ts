import { type Companion, followedBy, type Meaning } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import type { Write } from '../../platform/table/entity-types.ts';
import { indexLag } from '../../platform/table/query.ts';

/** A class in a term. */
export interface ClassOfTerm {
  year: number;
  term: 1 | 2 | 3;
  classId: string;
}

/** Kinds of records that are summarized by class and term. */
export type SummarizedKind = 'marks';

/**
 * How often records of a class and term were changed, and when last: what is kept of an earlier version is stale (ADR
 * 0040).
 */
interface ClassRecordsVersionItem extends ClassOfTerm {
  of: SummarizedKind;
  /** Moves with a change, unless it moved within half a minute before. */
  version: number;
  /** UTC time of the last move. */
  changedAt: string;
}

export const ClassRecordsVersionEntity = entity<ClassRecordsVersionItem>()({
  name: 'class-changes',
  pk: 'class-changes#${year}#${term}#${classId}',
  sk: '${of}',
  open: 'moves with the records that it counts',
});

type SummarizedClass = ClassOfTerm & { of: SummarizedKind };

/**
 * That a write of a report or subject record makes what is kept of its class stale: of the class that it sets, and of
 * those that it was in or has as a condition, so that a change of class names both.
 * @throws Error where a write names no class
 */
export function makesSummariesStale({ key, id, before, set, was }: ClassWrite): Meaning[] {
  const { year, term } = id;
  const named = [set.classId, before?.classId, ...[was].flat().map(({ classId }) => classId)];
  const classIds = new Set(named.filter((one) => typeof one === 'string'));
  if (classIds.size === 0 || year === undefined || term === undefined)
    throw new Error(`A write of marks names no class: ${key.key.sk}`);
  return Array.from(classIds, (classId) => followedBy(versions, { of: 'marks', year, term, classId }));
}

type ClassWrite = Pick<Write<ClassOfTerm>, 'key' | 'id' | 'before' | 'set' | 'was'>;

const nameOf = ({ of, year, term, classId }: SummarizedClass) => `${of}#${year}#${term}#${classId}`;

/** When this process moved the version of a class last, in epoch milliseconds. */
const movedAt = new Map<string, number>();
/**
 * A version that this process moved so lately need not move again. Far less than `indexLag`, with the time that a write
 * may take.
 */
const movedEnough = 30_000;

/**
 * The versions of the classes that an act changes. One that moves before its act is as good: nothing is kept of either
 * for two minutes.
 */
const versions: Companion<SummarizedClass> = {
  name: 'versions of summaries',
  canGoBefore: true,
  most: (classes) => new Set(classes.map(nameOf)).size,
  write: (classes) => {
    const now = Date.now();
    const changed = [...new Map(classes.map((one) => [nameOf(one), one])).values()].filter((one) => {
      const moved = movedAt.get(nameOf(one));
      return moved === undefined || moved > now || !isWithin(movedEnough, moved, now);
    });
    const set = { changedAt: new Date(now).toISOString() };
    return {
      actions: changed.map((one) => ClassRecordsVersionEntity.upsert(one, { set, add: { version: 1 } })),
      written: () => {
        for (const one of changed) movedAt.set(nameOf(one), now);
      },
    };
  },
};

/**
 * Whether indexes have all changes of a class that were made before a read that began at `now`, in epoch milliseconds.
 */
export const isSettled = (
  one: ClassOfTerm & { of: SummarizedKind },
  changes: { changedAt: string } | undefined,
  now: number,
) =>
  !isWithin(indexLag, changes && Date.parse(changes.changedAt), now) &&
  !isWithin(indexLag, movedAt.get(nameOf(one)), now);

/** A moment that is still to come, by another clock, is not long ago. */
const isWithin = (milliseconds: number, moment: number | undefined, now: number): boolean =>
  moment !== undefined && now - moment < milliseconds;
