import type { Meaning } from './action.ts';
import type { All, Condition } from './expression.ts';
import type { FilledKeys, NamesInTemplate } from './key-templates.ts';
import type { ItemKey, TableNames } from './table.ts';

/** A kind of record: its name in the table and the templates of its keys. */
export interface Declaration<Item> extends FilledKeys {
  /** Stored with each record, as entities of several kinds share partitions. */
  name: string;
  /** The table that it is in; `records` without it. */
  table?: keyof TableNames;
  /** A record is in an index while it has all attributes of the keys there. */
  indexes?: Readonly<Record<string, FilledKeys & { index: 'gsi1' | 'gsi2' | 'gsi3' }>>;
  /** Lists that the table holds as sets. */
  sets?: readonly (keyof Item & string)[];
  /** The guard of each of its writes, made of the attributes of its key. */
  guard?: (key: never) => Meaning;
  /** Why a record with a term or a day in its key has no guard. */
  open?: string;
  /** What is written with a write of it. */
  companions?: (write: Write<Item>) => readonly Meaning[];
  /** Attributes that follow from others. */
  derived?: (attributes: Partial<Item>) => Partial<Item>;
}

/** A term or a day in the key of a record. */
type TimeInKey<D extends FilledKeys> = Extract<NamesInTemplate<D['pk'] | D['sk']>, 'term' | 'date'>;

/** A record that is of a term or a day has a guard, or says why it is open. */
export type Guarded<Item, D extends FilledKeys> = [TimeInKey<D>] extends [never]
  ? { guard?: (key: KeyOf<Item, D>) => Meaning }
  : { guard: (key: KeyOf<Item, D>) => Meaning } | { open: string };

/** What an action does to a record. */
export interface Write<Item> {
  key: ItemKey<Item>;
  /** The attributes of its key, and others that the action was made of. */
  id: Readonly<Partial<Item>>;
  /**
   * The record as read, or as much as the caller has of it; null where there was none; undefined where the action does
   * not bring it.
   */
  before: Readonly<Partial<Item>> | null | undefined;
  /** The record afterwards, as far as `before` is known; null where it is deleted. */
  after: Readonly<Partial<Item>> | null | undefined;
  /** What must be stored. Of a list, one of its conditions holds. */
  was: Condition<Item>;
  /** What it sets; of a whole record everything. */
  set: Readonly<Partial<Item>>;
  removed: readonly string[];
}

export type Part<Item, T extends string> = Pick<Item, Extract<NamesInTemplate<T>, keyof Item>>;
export type KeyOf<Item, K extends FilledKeys> = Part<Item, K['pk'] | K['sk']>;
/** The partition, and the known beginning of the sort key. */
export type Place<Item, K extends FilledKeys> = Part<Item, K['pk']> & Partial<Part<Item, K['sk']>>;

/** Values of attributes; `never` for those of a key, which a spread would otherwise set unseen. */
export type Values<Item, Key> = { [K in Exclude<keyof Item, keyof Key>]?: Item[K] | undefined } & {
  [K in keyof Key]?: never;
};

/** The attributes that stand in keys of indexes, besides those of the record's own key. */
export type Indexed<Item, D extends FilledKeys> = Omit<Part<Item, TemplatesOfIndexes<D>>, keyof KeyOf<Item, D>>;
export type TemplatesOfIndexes<D> = D extends { indexes: infer I }
  ? { [N in keyof I]: I[N] extends FilledKeys ? I[N]['pk'] | I[N]['sk'] : never }[keyof I]
  : never;

export interface Update<Item, Key> {
  /** What is undefined stays as it is. */
  set?: Values<Item, Key>;
  remove?: readonly Exclude<keyof Item & string, keyof Key>[];
  /** For attributes that have no value yet. */
  initially?: Values<Item, Key>;
  /** Numbers to be added to numbers, members to sets. */
  add?: Values<Item, Key>;
  /** Members to be taken out of sets. */
  removeFrom?: Values<Item, Key>;
  where?: Condition<Item>;
}

/** A change of a record that was read: one condition, which the caller's is part of. */
export interface Change<Item, Key> extends Omit<Update<Item, Key>, 'where'> {
  where?: All<Item>;
}

/** An update that may create the record, where what is in keys of indexes is asked for; null for no record. */
export type Upsert<Item, D extends FilledKeys> = keyof Indexed<Item, D> extends never
  ? Update<Item, KeyOf<Item, D>>
  : Omit<Update<Item, KeyOf<Item, D>>, 'where'> & { where: AsRead<Item, D> | readonly AsRead<Item, D>[] };
export type AsRead<Item, D extends FilledKeys> = All<Item> & Required<All<Indexed<Item, D>>>;
