import { randomInt } from 'node:crypto';
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

/** What changes by itself: a class's records in a subject, by its id, or the class's reports. */
export type ClassPart = string;
/** No subject has an empty id. */
export const reportsPart: ClassPart = '';

type MovedAttribute = `at#${ClassPart}`;
const movedPrefix = 'at#';

/** When the parts of a class were changed last: what is kept of an earlier move of a part is stale (ADR 0040). */
interface ClassRecordsVersionItem extends ClassOfTerm {
  of: SummarizedKind;
  /** How often a part moved. */
  version: number;
  /**
   * The last move of each part that ever moved: microseconds since 1970, the last three digits by chance, so that no
   * two moves are equal. A part moves with a change, unless it moved within half a minute before.
   */
  [moved: MovedAttribute]: number;
}

export const ClassRecordsVersionEntity = entity<ClassRecordsVersionItem>()({
  name: 'class-changes',
  pk: 'class-changes#${year}#${term}#${classId}',
  sk: '${of}',
  open: 'moves with the records that it counts',
});

/** The last moves of the parts of a class. */
export type PartMoves = ReadonlyMap<ClassPart, number>;

/** The last moves of a class's parts, from what is stored. */
export const movesOf = (changes: ClassRecordsVersionItem | undefined): PartMoves =>
  new Map(
    Object.entries(changes ?? {}).flatMap(([name, value]) =>
      name.startsWith(movedPrefix) ? [[name.slice(movedPrefix.length), Number(value)] as const] : [],
    ),
  );

export type ClassChanges = ClassRecordsVersionItem;

type SummarizedPart = ClassOfTerm & { of: SummarizedKind; part: ClassPart };

/** That a write of a report makes what is kept of its class's reports stale. */
export const makesReportsStale = (write: ClassWrite<ClassOfTerm>): Meaning[] => makesStale(write, reportsPart);

/** That a write of a subject record makes what is kept of its class in the subject stale. */
export function makesRecordsStale(write: ClassWrite<ClassOfTerm & { subjectId: string }>): Meaning[] {
  const { subjectId } = write.id;
  if (!subjectId) throw new Error(`A write of marks names no subject: ${write.key.key.sk}`);
  return makesStale(write, subjectId);
}

/**
 * A write is of the class that it sets, and of those that it was in or has as a condition: a change of class names
 * both.
 * @throws Error where a write names no class
 */
function makesStale({ key, id, before, set, was }: ClassWrite<ClassOfTerm>, part: ClassPart): Meaning[] {
  const { year, term } = id;
  const named = [set.classId, before?.classId, ...[was].flat().map(({ classId }) => classId)];
  const classIds = new Set(named.filter((one) => typeof one === 'string'));
  if (classIds.size === 0 || year === undefined || term === undefined)
    throw new Error(`A write of marks names no class: ${key.key.sk}`);
  return Array.from(classIds, (classId) => followedBy(moves, { of: 'marks', year, term, classId, part }));
}

type ClassWrite<Item> = Pick<Write<Item>, 'key' | 'id' | 'before' | 'set' | 'was'>;

const classNameOf = ({ of, year, term, classId }: Omit<SummarizedPart, 'part'>) => `${of}#${year}#${term}#${classId}`;
const partNameOf = (one: SummarizedPart) => `${classNameOf(one)}#${one.part}`;

/** When this process moved a part of a class last, in epoch milliseconds. */
const movedAt = new Map<string, number>();
/**
 * A part that this process moved so lately need not move again. Far less than `indexLag`, with the time that a write
 * may take.
 */
const movedEnough = 30_000;

/**
 * The moves of the parts that an act changes, one write a class. One that moves before its act is as good: nothing is
 * kept of either for two minutes.
 */
const moves: Companion<SummarizedPart> = {
  name: 'versions of summaries',
  canGoBefore: true,
  most: (parts) => new Set(parts.map(classNameOf)).size,
  write: (parts) => {
    const now = Date.now();
    const changed = [...new Map(parts.map((one) => [partNameOf(one), one])).values()].filter((one) => {
      const moved = movedAt.get(partNameOf(one));
      return moved === undefined || moved > now || !isWithin(movedEnough, moved, now);
    });
    return {
      actions: [...Map.groupBy(changed, classNameOf).values()].flatMap((ofClass) => {
        const [first] = ofClass;
        if (!first) return [];
        const { part: _, ...one } = first;
        const set: Record<MovedAttribute, number> = {};
        for (const { part } of ofClass) set[`${movedPrefix}${part}`] = now * 1000 + randomInt(1000);
        return [ClassRecordsVersionEntity.upsert(one, { set, add: { version: 1 } })];
      }),
      written: () => {
        for (const one of changed) movedAt.set(partNameOf(one), now);
      },
    };
  },
};

/**
 * Whether indexes have all changes of a part that were made before a read that began at `now`, in epoch milliseconds.
 * @param move its last move, if it ever moved
 */
export const isSettled = (one: SummarizedPart, move: number | undefined, now: number): boolean =>
  !isWithin(indexLag, move && move / 1000, now) && !isWithin(indexLag, movedAt.get(partNameOf(one)), now);

/** A moment that is still to come, by another clock, is not long ago. */
const isWithin = (milliseconds: number, moment: number | undefined, now: number): boolean =>
  moment !== undefined && now - moment < milliseconds;
