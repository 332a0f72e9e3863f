import { isDeepStrictEqual } from 'node:util';
import type { Action, TableItem, WrittenRecord } from '../action.ts';
import type { Write } from '../entity-types.ts';
import { type All, whereUnchanged } from '../expression.ts';
import type { ItemKey } from '../table.ts';

type Values = Readonly<Record<string, unknown>>;

/** What puts written records back: an entity. */
export interface KindOfRecord {
  readonly name: string;
  key(id: never): ItemKey<object>;
  item(record: never): TableItem;
  create(record: never): Action;
  change(seen: never, change: { set?: never; remove?: readonly never[]; where?: never }): Action;
  deleted(seen: never, names: readonly never[]): Action;
}

/** An entity, as far as it says what a write does. */
interface Writer {
  kind: string;
  /** The attributes of its key. */
  own: readonly string[];
  derived?: ((attributes: never) => object) | undefined;
  /** The attributes that the table computes of what is stored. */
  computed: readonly string[];
}

/** What a write does, for the undo of its act. */
export const toWrites = (writer: Writer, write: Omit<Write<never>, 'key'>): NonNullable<Action['writes']> => ({
  kind: writer.kind,
  toRecord: () => toWrittenRecord(writer, write as Omit<Write<Values>, 'key'>),
});

/** @throws Error where the write does not say what the record was before it */
function toWrittenRecord(
  { kind, own, derived, computed }: Writer,
  { id, before, after, was, set, removed }: Omit<Write<Values>, 'key'>,
): WrittenRecord {
  const written = { kind, id: pick(id, own) };
  const unsaid = (what: string) => new Error(`A write of ${kind} that can be undone says ${what}`);
  const asked = was as Values;
  if (Array.isArray(was) && before === undefined) throw unsaid('what the record was, not what it may be');
  const isPut = before === undefined && !isMissing(after);
  const others = Object.keys(set).filter((name) => !own.includes(name));
  // Nothing is stored where the table is asked for nothing.
  const isNew =
    own.some((name) => asked[name] === null) ||
    (isPut && others.length > 0 && others.every((name) => asked[name] === null));
  if (before === null || (before === undefined && isNew)) return { ...written, before: null, after: pick(set, others) };
  if (after === null) {
    if (!before) throw unsaid('what it deletes: deleted(…)');
    const names = Object.keys(before).filter((name) => !own.includes(name));
    return { ...written, before: pick(before, names), after: null };
  }
  const ruledOut = [...own, ...Object.keys(derived?.((after ?? set) as never) ?? {})];
  const names = [...new Set([...keysWithValues(set), ...removed])].filter((name) => !ruledOut.includes(name));
  const known = before ?? asked;
  const unknown = names.find((name) => computed.includes(name) || !(before || (name in known && isPlain(known[name]))));
  if (unknown !== undefined) throw unsaid(`what ${unknown} was: change(…)`);
  return {
    ...written,
    before: pick(known, names),
    after: { ...pick(set, names), ...Object.fromEntries(removed.map((name) => [name, null])) },
  };
}

/**
 * Whether a record is as that side of a write has it; `compared`: by these attributes alone, as far as it wrote them.
 */
export function isRecordAs(
  kind: KindOfRecord,
  { written, side, stored, compared }: Judged & { side: 'before' | 'after' },
): boolean {
  const wanted = written[side];
  if (wanted === null || stored === undefined) return wanted === null && stored === undefined;
  const names = isWhole(written) ? compared : (compared ?? Object.keys(wanted)).filter((name) => name in wanted);
  const items = [stored, { ...written.id, ...withoutNulls(wanted) }].map((record) => {
    const item = kind.item(record as never);
    return names ? pick(item, names) : withoutNulls(item);
  });
  return isDeepStrictEqual(items[0], items[1]);
}

interface Judged {
  written: WrittenRecord;
  stored: object | undefined;
  compared?: readonly string[] | undefined;
}

/**
 * Puts a record back as it was before a write, on the condition that it still is as it was read; `place`: with these
 * attributes, whatever they were. A record that the act created is deleted.
 */
export function putRecordBack(
  kind: KindOfRecord,
  { written, stored, compared, place = {} }: Judged & { place?: Values | undefined },
): Action {
  const { id, before } = written;
  if (before === null || stored === undefined) {
    const names = compared ?? Object.keys(stored ?? {}).filter((name) => !(name in id));
    return before === null
      ? kind.deleted(stored as never, names as never[])
      : kind.create({ ...id, ...withoutNulls(before), ...place } as never);
  }
  const back = { ...before, ...place };
  return kind.change(stored as never, {
    set: withoutNulls(back) as never,
    remove: Object.keys(back).filter((name) => isMissing(back[name])) as never[],
    where: whereStored(stored, compared ?? Object.keys(back)) as never,
  });
}

const whereStored = (stored: object, names: readonly string[]): All<object> =>
  whereUnchanged(stored as Record<string, unknown>, names);

/** A new or a deleted record is kept whole. */
const isWhole = ({ before, after }: WrittenRecord): boolean => before === null || after === null;

const isMissing = (value: unknown): boolean => value === null || value === undefined;

/** A comparison is no value. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Array.isArray(value) ||
  Object.getPrototypeOf(value) === Object.prototype;

const keysWithValues = (values: object): string[] => Object.keys(withoutNulls(values));

const withoutNulls = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isMissing(value)));

const pick = (values: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, (values as Values)[name] ?? null]));
