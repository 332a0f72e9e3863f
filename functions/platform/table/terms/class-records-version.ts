import type { Action } from '../action.ts';
import { entity } from '../entity.ts';
import type { TableKey } from '../table.ts';

/** A class in a term. */
export interface ClassOfTerm {
  year: number;
  term: 1 | 2 | 3;
  classId: string;
}

/** Kinds of records that are summarized by class and term. */
export type SummarizedKind = 'marks';

/** How often records of a class and term were changed, and when last: what is kept of an earlier version is stale (ADR 0040). */
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
});

/** Keys of records that are summarized: they have a class, which each of their writes names. A further kind of record needs its line here. */
const summarized: readonly { of: SummarizedKind; pk: RegExp; sk: RegExp }[] = [
  { of: 'marks', pk: /^student#/, sk: /^(?:record|report)#(\d+)#([123])(?:#|$)/ },
];

type Part = NonNullable<Action['Put'] & Action['Update'] & Action['Delete']>;

/**
 * The classes whose summarized records a transaction changes: those that its writes set, and those that they have as a condition, so that a change
 * of class names both.
 * @throws where a write names no class
 */
export function classesChangedBy(actions: readonly Action[]): (ClassOfTerm & { of: SummarizedKind })[] {
  const found = new Map<string, ClassOfTerm & { of: SummarizedKind }>();
  for (const { Put, Update, Delete } of actions) {
    const part = (Put ?? Update ?? Delete) as Partial<Part> | undefined;
    const key = (part?.Key ?? part?.Item) as TableKey | undefined;
    for (const { of, pk, sk } of key ? summarized : []) {
      const [, year, term] = (key && pk.test(key.pk) && sk.exec(key.sk)) || [];
      if (!part || year === undefined) continue;
      const classIds = classesNamedBy(part);
      if (classIds.length === 0) throw new Error(`A write of ${of} names no class: ${key?.sk}`);
      for (const classId of classIds) {
        const one = { of, year: Number(year), term: Number(term) as 1 | 2 | 3, classId };
        found.set(nameOf(one), one);
      }
    }
  }
  return [...found.values()];
}

/** Values that `classId` has in an item, in an update and in its condition. */
function classesNamedBy({ Item, ...part }: Partial<Part>): string[] {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = part;
  const placeholder = Object.keys(names).find((name) => names[name] === 'classId');
  const words = `${part.UpdateExpression ?? ''} ${part.ConditionExpression ?? ''}`.split(/[\s,()]+/);
  const named = words.flatMap((word, at) =>
    word === placeholder && words[at + 1] === '=' ? (words[at + 2] ?? []) : [],
  );
  return [Item?.classId, ...named.map((value) => values[value])].filter((one) => typeof one === 'string');
}

const nameOf = ({ of, year, term, classId }: ClassOfTerm & { of: SummarizedKind }) =>
  `${of}#${year}#${term}#${classId}`;

/** When this process moved the version of a class last, in epoch milliseconds. */
const movedAt = new Map<string, number>();
/** A version that this process moved so lately need not move again. Far less than `settled`, with the time that a write may take. */
const movedEnough = 30_000;
/** What is read of an index so long after the last change has it. AWS names no longest delay; it is below a second in general. */
const settled = 120_000;

/** Moves of versions for a transaction, and what is called once it was carried out. */
export function movesOfVersions(actions: readonly Action[]): { moves: Action[]; moved: () => void } {
  const now = Date.now();
  const changed = classesChangedBy(actions).filter((one) => {
    const moved = movedAt.get(nameOf(one));
    return moved === undefined || moved > now || !isWithin(movedEnough, moved, now);
  });
  return {
    moves: changed.map((one) =>
      ClassRecordsVersionEntity.upsert(one, { set: { changedAt: new Date(now).toISOString() }, add: { version: 1 } }),
    ),
    moved: () => {
      for (const one of changed) movedAt.set(nameOf(one), now);
    },
  };
}

/** Whether indexes have all changes of a class that were made before a read that began at `now`, in epoch milliseconds. */
export const isSettled = (
  one: ClassOfTerm & { of: SummarizedKind },
  changes: { changedAt: string } | undefined,
  now: number,
) =>
  !isWithin(settled, changes && Date.parse(changes.changedAt), now) &&
  !isWithin(settled, movedAt.get(nameOf(one)), now);

/** Whether indexes have every change that was made until then, a UTC time. */
export const isAfterIndexLag = (changedAt: string, now: Date): boolean =>
  !isWithin(settled, Date.parse(changedAt), now.getTime());

/** A moment that is still to come, by another clock, is not long ago. */
const isWithin = (milliseconds: number, moment: number | undefined, now: number): boolean =>
  moment !== undefined && now - moment < milliseconds;
