import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Action, storedValuesCheck, type TableItem } from './action.ts';
import { toWrites } from './acts/written-record.ts';
import type {
  Change,
  Declaration,
  Guarded,
  Indexed,
  KeyOf,
  Part,
  Place,
  Update,
  Upsert,
  Write,
} from './entity-types.ts';
import { type All, type Condition, differing, Expression, joinConditions, whereUnchanged } from './expression.ts';
import { fillTemplate, IndexKeys, namesInTemplate } from './key-templates.ts';
import { queryRecords, type SortKeyRange } from './query.ts';
import { type ItemKey, kindAttribute, sendWithRetries, type TableKey, tableNames } from './table.ts';

const keyAttributes = new Set([
  ...['', 'gsi1', 'gsi2', 'gsi3'].flatMap((index) => [`${index}pk`, `${index}sk`]),
  kindAttribute,
]);

/**
 * Declares a kind of record: `entity<JobItem>()({ name: 'job', pk: 'job#${name}', sk: '${key}' })`. Types of keys
 * follow from the templates. Its writes are actions, carried out by `executeAction` or, several together, by `commit`.
 */
export const entity =
  <Item extends object>() =>
  <const D extends Declaration<Item>>(declaration: D & Guarded<Item, D>) =>
    new Entity<Item, D>(declaration);

export class Entity<Item extends object, const D extends Declaration<Item>> {
  readonly name: string;
  readonly #declaration: Declaration<Item>;
  readonly #sets: ReadonlySet<string>;
  readonly #indexes: IndexKeys;
  readonly #keyNames: readonly string[];

  constructor(declaration: D) {
    this.#declaration = declaration;
    this.name = declaration.name;
    this.#sets = new Set<string>(declaration.sets);
    this.#indexes = new IndexKeys(declaration.indexes);
    this.#keyNames = namesInTemplate(declaration.pk + declaration.sk);
  }

  get #table(): string {
    return tableNames()[this.#declaration.table ?? 'records'];
  }

  /** Names one record, to be read together with others (`readItems`). */
  key(key: KeyOf<Item, D>): ItemKey<Item> {
    return { table: this.#table, key: this.#key(key), parse: this.parse };
  }

  /** A record as it was stored; undefined for one of another kind. */
  readonly parse = (item: Record<string, unknown>): Item | undefined => {
    if (item[kindAttribute] !== this.name) return undefined;
    const record: Record<string, unknown> = {};
    for (const attribute in item) {
      if (keyAttributes.has(attribute)) continue;
      const value = item[attribute];
      record[attribute] = value instanceof Set ? [...value] : value;
    }
    return record as Item;
  };

  /** A record as it is stored. */
  item(record: Item): TableItem {
    const whole = { ...record, ...this.#declaration.derived?.(record) };
    return {
      ...this.#stored(whole),
      ...this.#key(whole),
      ...this.#indexes.keysOf(whole),
      ...this.#marks(),
    } as TableItem;
  }

  /** The record, strongly consistent. */
  async get(key: KeyOf<Item, D>): Promise<Item | undefined> {
    const command = new GetCommand({ TableName: this.#table, Key: this.#key(key), ConsistentRead: true });
    const { Item } = await sendWithRetries(command);
    return Item && this.parse(Item);
  }

  /** A new record: there is none with its key. */
  create(record: Item): Action {
    const Item = this.item(record);
    return this.#declared(
      { Put: { TableName: this.#table, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
      record as never,
      { before: null, after: record, was: {}, set: record, removed: [] },
    );
  }

  /** The whole record, replacing an existing one. */
  put(record: Item, where?: Condition<Item>): Action {
    const expression = new Expression(this.#value);
    const ConditionExpression = expression.condition(where);
    return this.#declared(
      { Put: { TableName: this.#table, Item: this.item(record), ConditionExpression, ...expression.attributes() } },
      record as never,
      { before: undefined, after: record, was: where ?? {}, set: record, removed: [] },
    );
  }

  /** Updates attributes of an existing record, none of which is in a key of an index: those are changed by `change`. */
  update(key: KeyOf<Item, D>, update: Update<Item, KeyOf<Item, D> & Indexed<Item, D>>): Action {
    const written = { ...update.set, ...this.#declaration.derived?.((update.set ?? {}) as Partial<Item>) };
    if (this.#indexes.with(written).length > 0)
      throw new Error(`${this.name} is in an index by this: change it as read`);
    return this.#update(key, {}, { ...update, isThere: true });
  }

  /**
   * Changes attributes of a record as read. A key of an index is made of several attributes: those that do not change
   * are conditions and are not written, so that a concurrent change of one of them refuses the write in place of being
   * lost.
   */
  change(seen: KeyOf<Item, D> & Indexed<Item, D>, { set, where, ...update }: Change<Item, KeyOf<Item, D>>): Action {
    const read: Record<string, unknown> = { ...seen };
    const changed = differing({ ...set }, read);
    const after: Record<string, unknown> = { ...read, ...changed };
    Object.assign(after, this.#declaration.derived?.(after as Partial<Item>));
    const written = { ...differing(after, read), ...changed };
    const stale = this.#indexes.with(written);
    const asRead = stale.flatMap(({ names }) => names.filter((name) => !this.#keyNames.includes(name)));
    const conditions = { ...Object.fromEntries(asRead.map((name) => [name, read[name] ?? null])), ...where };
    const keys = Object.fromEntries(stale.map(({ field, template }) => [field, fillTemplate(template, after)]));
    const { remove = [], ...others } = update;
    const isSame = Object.keys({ ...written, ...others, ...remove }).length === 0;
    if (isSame) return storedValuesCheck(this.key(seen), conditions as Condition<Item>, this.#value, true);
    const whole = { ...after, ...Object.fromEntries(remove.map((name) => [name, undefined])) } as Partial<Item>;
    return this.#update(seen, keys, {
      ...update,
      set: written,
      where: conditions,
      isThere: true,
      read: { before: seen as Partial<Item>, after: whole },
    });
  }

  /**
   * Updates attributes of a record, which is created if it does not exist: what is in keys of indexes is asked for as
   * read.
   */
  upsert(key: KeyOf<Item, D>, upsert: Upsert<Item, D>): Action {
    const { set, ...update } = upsert as Update<Item, KeyOf<Item, D>>;
    const whole = { ...key, ...set };
    const made = {
      ...this.#indexes.keysOf({ ...whole, ...this.#declaration.derived?.(whole as Partial<Item>) }),
      ...this.#marks(),
    };
    return this.#update(key, made, { ...update, set: whole });
  }

  delete(key: KeyOf<Item, D>, where?: Condition<Item>): Action {
    return this.#delete(key, { where });
  }

  /** The same of a record that is there. */
  remove(key: KeyOf<Item, D>, where?: Condition<Item>): Action {
    return this.#delete(key, { where, isThere: true });
  }

  /** Deletes a record as read, while these attributes still are so. */
  deleted(seen: Item, names: readonly (keyof Item)[]): Action {
    const where = whereUnchanged(seen, names) as Condition<Item>;
    return this.#delete(seen as KeyOf<Item, D>, { where, before: seen });
  }

  /** Changes nothing; makes the transaction conditional on what is stored. */
  check(key: KeyOf<Item, D>, where: Condition<Item>): Action {
    return storedValuesCheck({ table: this.#table, key: this.#key(key) }, where, this.#value);
  }

  /** Deletes a record and returns it as it was; only one of two simultaneous callers gets it. */
  async take(key: KeyOf<Item, D>): Promise<Item | undefined> {
    const command = new DeleteCommand({ TableName: this.#table, Key: this.#key(key), ReturnValues: 'ALL_OLD' });
    const { Attributes } = await sendWithRetries(command);
    return Attributes && this.parse(Attributes);
  }

  /** Records of one partition of the table by sort key, strongly consistent. A query for each megabyte. */
  query<K extends keyof Item & string = keyof Item & string>(
    place: Place<Item, D>,
    range: SortKeyRange<K> = {},
  ): Promise<Pick<Item, K>[]> {
    const { pk, sk } = this.#declaration;
    return queryRecords({ table: this.#table, index: undefined, pk, sk, entity: this }, place, range);
  }

  /** The same of an index, which is eventually consistent. */
  queryBy<N extends keyof D['indexes'] & string, K extends keyof Item & string = keyof Item & string>(
    index: N,
    place: Place<Item, NonNullable<D['indexes']>[N]>,
    range: SortKeyRange<K> = {},
  ): Promise<Pick<Item, K>[]> {
    const keys = this.#declaration.indexes?.[index];
    if (!keys) throw new Error(`${this.name} has no index ${index}`);
    return queryRecords({ table: this.#table, ...keys, entity: this }, place, range);
  }

  /** Names a partition of an index. */
  partition<N extends keyof D['indexes'] & string>(
    index: N,
    attributes: Part<Item, NonNullable<D['indexes']>[N]['pk']>,
  ): string {
    return fillTemplate(this.#declaration.indexes?.[index]?.pk ?? '', attributes);
  }

  #update(
    key: KeyOf<Item, D>,
    keys: Record<string, unknown>,
    update: { [P in keyof Update<Item, object>]: object } & {
      isThere?: boolean;
      read?: Pick<Write<Item>, 'before' | 'after'>;
    },
  ): Action {
    const { set = {}, initially = {}, remove = [], add = {}, removeFrom = {}, where = {}, isThere = false } = update;
    const expression = new Expression(this.#value);
    const derived = this.#declaration.derived?.(set as Partial<Item>);
    const removed = [...(remove as string[]), ...this.#indexes.leftWithout(remove as string[])];
    const UpdateExpression = expression.update({
      set: { ...set, ...derived, ...keys },
      initially,
      removed,
      add,
      removeFrom,
    });
    const was = where as Condition<Item>;
    const ConditionExpression = expression.condition(was, isThere);
    const Update = {
      TableName: this.#table,
      Key: this.#key(key),
      UpdateExpression,
      ConditionExpression,
      ...expression.attributes(),
    };
    const { before, after } = update.read ?? { before: undefined, after: undefined };
    const asking = (more: All<object>) => {
      const joined = joinConditions(was as Condition<object>, more);
      return joined && this.#update(key, keys, { ...update, where: joined });
    };
    const computed = { ...initially, ...add, ...removeFrom };
    const write = { before, after, was, removed: remove as string[], set: { ...computed, ...set } as Partial<Item> };
    return this.#declared({ Update, asking }, key, write, Object.keys(computed));
  }

  #delete(
    key: KeyOf<Item, D>,
    { where, before, isThere = false }: { where: Condition<Item> | undefined; before?: Item; isThere?: boolean },
  ): Action {
    const expression = new Expression(this.#value);
    const ConditionExpression = expression.condition(where, isThere);
    const Delete = { TableName: this.#table, Key: this.#key(key), ConditionExpression, ...expression.attributes() };
    return this.#declared({ Delete }, key, {
      before,
      after: null,
      was: where ?? {},
      set: {} as Partial<Item>,
      removed: [],
    });
  }

  /** With what its declaration says of such a write. */
  #declared(
    action: Action,
    id: KeyOf<Item, D>,
    write: Omit<Write<Item>, 'key' | 'id'>,
    computed: string[] = [],
  ): Action {
    const { guard, companions, derived } = this.#declaration;
    const whole = { id: id as Partial<Item>, ...write };
    const writes = toWrites({ kind: this.name, own: this.#keyNames, derived, computed }, whole as Write<never>);
    if (!guard && !companions) return { ...action, writes };
    const means = () => [
      ...(guard ? [guard(id as never)] : []),
      ...(companions?.({ key: this.key(id), ...whole }) ?? []),
    ];
    return { ...action, writes, means };
  }

  readonly #value = (attribute: string, value: unknown): unknown =>
    this.#sets.has(attribute) && Array.isArray(value) ? new Set(value) : value;

  /** Without empty sets, which the table does not take. */
  #stored(record: object): Record<string, unknown> {
    if (this.#sets.size === 0) return record as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(record).flatMap(([name, value]) => {
        const isEmpty = this.#sets.has(name) && Array.isArray(value) && value.length === 0;
        return isEmpty ? [] : [[name, this.#value(name, value)]];
      }),
    );
  }

  #marks(): Record<string, unknown> {
    return { [kindAttribute]: this.name };
  }

  #key(attributes: object): TableKey {
    const { pk, sk } = this.#declaration;
    return { pk: fillTemplate(pk, attributes), sk: fillTemplate(sk, attributes) };
  }
}
