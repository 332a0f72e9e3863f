import type { All, Condition } from './expression.ts';
import type { FilledKeys, NamesInTemplate } from './key-templates.ts';

/** A kind of record: its name in the table and the templates of its keys. */
export interface Declaration<Item> extends FilledKeys {
  /** Stored with each record, as entities of several kinds share partitions. */
  name: string;
  version?: string;
  table?: string;
  /** A record is in an index while it has all attributes of the keys there. */
  indexes?: Readonly<Record<string, FilledKeys & { index: 'gsi1' | 'gsi2' | 'gsi3' }>>;
  /** Lists that the table holds as sets. */
  sets?: readonly (keyof Item & string)[];
  /** Attributes that another record repeats: an action that writes one of them, or all of a record, needs a `CopyUpdater`. */
  repeated?: ReadonlySet<string>;
  /** Attributes that follow from others. */
  derived?: (attributes: Partial<Item>) => Partial<Item>;
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
