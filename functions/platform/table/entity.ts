import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Action, requireCopyUpdater, storedValuesCheck, type TableItem } from './action.ts';
import type { Change, Declaration, Indexed, KeyOf, Part, Place, Update, Upsert } from './entity-types.ts';
import { type Condition, Expression } from './expression.ts';
import { fillTemplate, hasAttribute, namesInTemplate } from './key-templates.ts';
import { queryRecords, type SortKeyRange } from './query.ts';
import { type ItemKey, kindAttribute, sendWithRetries, type TableKey, tableNames } from './table.ts';

/** Read only by an earlier version of the product after a rollback. */
const versionAttribute = '__edb_v__';
const keyAttributes = new Set([
  ...['', 'gsi1', 'gsi2', 'gsi3'].flatMap((index) => [`${index}pk`, `${index}sk`]),
  ...[kindAttribute, versionAttribute],
]);

/**
 * Declares a kind of record: `entity<JobItem>()({ name: 'job', pk: 'job#${name}', sk: '${key}' })`. Types of keys follow from the templates.
 * Its writes are actions, carried out by `write` or, several together, by `writeAudited`.
 */
export const entity =
  <Item extends object>() =>
  <const D extends Declaration<Item>>(declaration: D) =>
    new Entity<Item, D>(declaration);

export class Entity<Item extends object, const D extends Declaration<Item>> {
  readonly name: string;
  readonly #declaration: Declaration<Item>;
  readonly #table: string;
  readonly #sets: ReadonlySet<string>;

  constructor(declaration: D) {
    this.#declaration = declaration;
    this.name = declaration.name;
    this.#table = declaration.table ?? tableNames.records;
    this.#sets = new Set<string>(declaration.sets);
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
    return { ...this.#stored(whole), ...this.#key(whole), ...this.#indexKeys(whole), ...this.#marks() } as TableItem;
  }

  /** The record, strongly consistent. */
  async get(key: KeyOf<Item, D>): Promise<Item | undefined> {
    const command = new GetCommand({ TableName: this.#table, Key: this.#key(key), ConsistentRead: true });
    const { Item } = await sendWithRetries(command);
    return Item && this.parse(Item);
  }

  /** A new record: there is none with its key. */
  create(record: Item): Action {
    return this.#whole({
      Put: { TableName: this.#table, Item: this.item(record), ConditionExpression: 'attribute_not_exists(pk)' },
    });
  }

  /** The whole record, replacing an existing one. */
  put(record: Item, where?: Condition<Item>): Action {
    const expression = new Expression(this.#value);
    const ConditionExpression = expression.condition(where);
    return this.#whole({
      Put: { TableName: this.#table, Item: this.item(record), ConditionExpression, ...expression.attributes() },
    });
  }

  /** Updates attributes of an existing record, none of which is in a key of an index: those are changed by `change`. */
  update(key: KeyOf<Item, D>, update: Update<Item, KeyOf<Item, D> & Indexed<Item, D>>): Action {
    const written = { ...update.set, ...this.#declaration.derived?.((update.set ?? {}) as Partial<Item>) };
    if (this.#indexesWith(written).length > 0)
      throw new Error(`${this.name} is in an index by this: change it as read`);
    return this.#update(key, {}, { ...update, isThere: true });
  }

  /**
   * Changes attributes of a record as read. A key of an index is made of several attributes: those that do not change are conditions
   * and are not written, so that a concurrent change of one of them refuses the write in place of being lost.
   */
  change(seen: KeyOf<Item, D> & Indexed<Item, D>, { set, where, ...update }: Change<Item, KeyOf<Item, D>>): Action {
    const read: Record<string, unknown> = { ...seen };
    const changed = differing({ ...set }, read);
    const after: Record<string, unknown> = { ...read, ...changed };
    Object.assign(after, this.#declaration.derived?.(after as Partial<Item>));
    const written = { ...differing(after, read), ...changed };
    const stale = this.#indexesWith(written);
    const own = namesInTemplate(this.#declaration.pk + this.#declaration.sk);
    const asRead = stale.flatMap(({ names }) => names.filter((name) => !own.includes(name)));
    const conditions = { ...Object.fromEntries(asRead.map((name) => [name, read[name] ?? null])), ...where };
    const keys = Object.fromEntries(stale.map(({ field, template }) => [field, fillTemplate(template, after)]));
    const { remove = [], ...others } = update;
    const isSame = Object.keys({ ...written, ...others, ...remove }).length === 0;
    if (isSame) return storedValuesCheck(this.key(seen), conditions as Condition<Item>, this.#value, true);
    return this.#update(seen, keys, { ...update, set: written, where: conditions, isThere: true });
  }

  /** Updates attributes of a record, which is created if it does not exist: what is in keys of indexes is asked for as read. */
  upsert(key: KeyOf<Item, D>, upsert: Upsert<Item, D>): Action {
    const { set, ...update } = upsert as Update<Item, KeyOf<Item, D>>;
    const whole = { ...key, ...set };
    const made = {
      ...this.#indexKeys({ ...whole, ...this.#declaration.derived?.(whole as Partial<Item>) }),
      ...this.#marks(),
    };
    return this.#update(key, made, { ...update, set: whole });
  }

  delete(key: KeyOf<Item, D>, where?: Condition<Item>): Action {
    const expression = new Expression(this.#value);
    const ConditionExpression = expression.condition(where);
    return this.#whole({
      Delete: { TableName: this.#table, Key: this.#key(key), ConditionExpression, ...expression.attributes() },
    });
  }

  /** The same of a record that is there. */
  remove(key: KeyOf<Item, D>, where?: Condition<Item>): Action {
    const expression = new Expression(this.#value);
    const ConditionExpression = expression.condition(where, true);
    return this.#whole({
      Delete: { TableName: this.#table, Key: this.#key(key), ConditionExpression, ...expression.attributes() },
    });
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
    update: { [P in keyof Update<Item, object>]: object } & { isThere?: boolean },
  ): Action {
    const { set = {}, initially = {}, remove = [], add = {}, removeFrom = {}, where, isThere = false } = update;
    const derived = this.#declaration.derived?.(set as Partial<Item>);
    const expression = new Expression(this.#value);
    const removed = [...(remove as string[]), ...this.#leftIndexes(remove as string[])];
    const UpdateExpression = expression.update({
      set: { ...set, ...derived, ...keys },
      initially,
      removed,
      add,
      removeFrom,
    });
    const ConditionExpression = expression.condition(where as Condition<Item>, isThere);
    const action: Action = {
      Update: {
        TableName: this.#table,
        Key: this.#key(key),
        UpdateExpression,
        ConditionExpression,
        ...expression.attributes(),
      },
    };
    const written = [...removed, ...[set, initially, add, removeFrom].flatMap((of) => Object.keys(of))];
    return written.some((name) => this.#declaration.repeated?.has(name)) ? requireCopyUpdater(action) : action;
  }

  /** An action that writes every attribute. */
  #whole(action: Action): Action {
    return this.#declaration.repeated ? requireCopyUpdater(action) : action;
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
    return { [kindAttribute]: this.name, [versionAttribute]: this.#declaration.version ?? '1' };
  }

  #key(attributes: object): TableKey {
    const { pk, sk } = this.#declaration;
    return { pk: fillTemplate(pk, attributes), sk: fillTemplate(sk, attributes) };
  }

  /** The keys in the indexes in which a record with these attributes is. */
  #indexKeys(attributes: object): Record<string, string> {
    return Object.fromEntries(
      this.#indexTemplates().flatMap(([field, template, names]) =>
        names.every((name) => hasAttribute(attributes, name)) ? [[field, fillTemplate(template, attributes)]] : [],
      ),
    );
  }

  /** The keys of indexes that have one of the attributes in them. */
  #indexesWith(attributes: object) {
    return this.#indexTemplates().flatMap(([field, template]) => {
      const names = namesInTemplate(template);
      return names.some((name) => hasAttribute(attributes, name)) ? [{ field, template, names }] : [];
    });
  }

  /** The keys of the indexes that a record leaves, with an attribute that is removed. */
  #leftIndexes(removed: readonly string[]): string[] {
    return this.#indexTemplates().flatMap(([field, , names]) =>
      names.some((name) => removed.includes(name)) ? [field] : [],
    );
  }

  #indexTemplates() {
    return Object.values(this.#declaration.indexes ?? {}).flatMap(({ index, pk, sk }) => {
      const names = namesInTemplate(pk + sk);
      return [
        [`${index}pk`, pk, names],
        [`${index}sk`, sk, names],
      ] as const;
    });
  }
}

/** The attributes that have another value than they were read with. */
const differing = (values: object, read: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== undefined && value !== read[name]));
