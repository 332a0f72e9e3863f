import { DeleteCommand, PutCommand, type TransactWriteCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type All, type Condition, Expression } from './expression.ts';
import { type ItemKey, sendWithRetries, type TableKey, tableNames } from './table.ts';

/** A write as DynamoDB takes it in a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of an entity, by itself (`executeAction`) or in an act (`commit`). */
export interface Action extends TransactItem {
  /**
   * What the entity declares of this write: the guards that it is refused by, and the companions that are written with
   * it.
   * @throws Error for a write that does not bring what its companions are made of
   */
  means?: () => readonly Meaning[];
  /** Of a condition: what it asks for. */
  asks?: All<object>;
  /** Of a change of a record that is there: the change with further conditions. DynamoDB takes one action a record. */
  asking?: (where: All<object>) => Action | undefined;
  /**
   * The kind of the record that it writes, and what it does to it.
   * @throws Error where it does not say what the record was before
   */
  writes?: { kind: string; toRecord: () => WrittenRecord };
}

/** What an act did to a record, as it is kept for the undo of the act. */
export interface WrittenRecord {
  /** Its kind: the name of its entity. */
  kind: string;
  /** The attributes of its key. */
  id: Readonly<Record<string, unknown>>;
  /**
   * Of a change the changed attributes, a missing one as null; of a new or a deleted record everything else. Null where
   * there was none.
   */
  before: Readonly<Record<string, unknown>> | null;
  /** The same afterwards. */
  after: Readonly<Record<string, unknown>> | null;
}

/**
 * A condition of an act on what it does not write, such as that a term is open. Domains supply them, entities name
 * them.
 */
export interface Guard<Fact> {
  readonly name: string;
  /** One condition for all facts of an act. `first`: the key of the first record that the act writes. */
  check: (facts: readonly Fact[], first: string) => Action;
  /** What the act throws where the condition failed. */
  refusal: (facts: readonly Fact[]) => Promise<Error>;
}

/**
 * Writes that are made of an act's changes: copies of a record, versions of a list. Domains supply them, entities name
 * them.
 */
export interface Companion<Fact> {
  readonly name: string;
  /** Its writes may be carried out before an act that has no room for them. */
  readonly canGoBefore?: boolean;
  /** Most actions for these facts. */
  most: (facts: readonly Fact[]) => number;
  /**
   * The writes for all facts of an act, each on the condition of what it was made from: they are made again where only
   * they are refused. `refused`: the changes were decided on something that is no longer stored.
   */
  write: (facts: readonly Fact[]) => CompanionWrites | Promise<CompanionWrites | 'refused'>;
}

export interface CompanionWrites {
  actions: readonly Action[];
  /** To be called once they were carried out. */
  written?: () => void;
}

/** That a write is of this guard or companion, and what it has to know of the write. */
export interface Meaning {
  of: { guard: Guard<unknown> } | { companion: Companion<unknown> };
  fact: unknown;
}

export const guardedBy = <Fact>(guard: Guard<Fact>, fact: Fact): Meaning => ({
  of: { guard: guard as Guard<unknown> },
  fact,
});

export const followedBy = <Fact>(companion: Companion<Fact>, fact: Fact): Meaning => ({
  of: { companion: companion as Companion<unknown> },
  fact,
});

/** A record as the table holds it. */
export type TableItem = TableKey & Record<string, unknown>;

/**
 * Carries out one write of a record that has neither guard nor companion.
 * @throws an error for which `isConditionFailure` is true when the condition did not hold
 */
export async function executeAction(action: Action): Promise<void> {
  const [first] = action.means?.() ?? [];
  if (first) throw new Error(`${JSON.stringify(keyOf(action))} is written in an act, with its guards and companions`);
  await executeUnguarded(action);
}

/** Carries out one write, whatever its entity declares of it: for companions that go before their act. */
export async function executeUnguarded({ Put, Update, Delete }: Action): Promise<void> {
  if (Put) await sendWithRetries(new PutCommand(Put));
  if (Update) await sendWithRetries(new UpdateCommand(Update));
  if (Delete) await sendWithRetries(new DeleteCommand(Delete));
}

/** The same. @returns false when the condition did not hold */
export async function executeActionIf(action: Action): Promise<boolean> {
  try {
    await executeAction(action);
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** Makes a transaction conditional on what is stored under a key. */
export function storedValuesCheck<Item>(
  { table, key }: Pick<ItemKey<Item>, 'table' | 'key'>,
  where: Condition<Item>,
  encode?: (attribute: string, value: unknown) => unknown,
  isThere = false,
): Action {
  const expression = new Expression(encode);
  const ConditionExpression = expression.condition(where, isThere);
  return {
    ConditionCheck: { TableName: table, Key: key, ConditionExpression, ...expression.attributes() },
    // Joined to a change, it would no longer ask whether the record is there.
    ...(Array.isArray(where) || isThere ? {} : { asks: where as All<object> }),
  };
}

/** Replaces an item that has these values. */
export function replaceItemAction<Item>(item: TableItem, where: Condition<Item>): Action {
  const expression = new Expression();
  const ConditionExpression = expression.condition(where);
  return { Put: { TableName: tableNames().records, Item: item, ConditionExpression, ...expression.attributes() } };
}

/** Makes a transaction conditional on the absence of a record. */
export const notStoredCheck = ({ table, key }: Pick<ItemKey<unknown>, 'table' | 'key'>): Action => ({
  ConditionCheck: { TableName: table, Key: key, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** The key of the record that an action writes; undefined where it only checks one. */
export const keyOf = ({ Put, Update, Delete }: Action): TableKey | undefined =>
  (Update?.Key ?? Delete?.Key ?? (Put?.Item && { pk: Put.Item.pk, sk: Put.Item.sk })) as TableKey | undefined;
