import { DeleteCommand, PutCommand, type TransactWriteCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Condition, Expression } from './expression.ts';
import { type ItemKey, sendWithRetries, type TableKey, tableNames } from './table.ts';

/** One write, by itself (`executeAction`) or in a transaction. */
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A record as the table holds it. */
export type TableItem = TableKey & Record<string, unknown>;

/** Carries out one write. @throws an error for which `isConditionFailure` is true when the condition did not hold */
export async function executeAction(action: Action): Promise<void> {
  if (createCopyUpdateMaker([action])) throw new Error('What repeats this write is written in a transaction with it');
  const { Put, Update, Delete } = action;
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
  return { ConditionCheck: { TableName: table, Key: key, ConditionExpression, ...expression.attributes() } };
}

/** Replaces an item that has these values. */
export function replaceItemAction<Item>(item: TableItem, where: Condition<Item>): Action {
  const expression = new Expression();
  const ConditionExpression = expression.condition(where);
  return { Put: { TableName: tableNames.records, Item: item, ConditionExpression, ...expression.attributes() } };
}

/** Makes a transaction conditional on the absence of a record. */
export const notStoredCheck = ({ table, key }: Pick<ItemKey<unknown>, 'table' | 'key'>): Action => ({
  ConditionCheck: { TableName: table, Key: key, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Keeps a record that copies facts of others: it is written in every transaction that changes one of them. */
export interface CopyUpdater<Change> {
  /**
   * The actions that repeat these changes, each on the condition of what it was made from: where one is refused, they are made again. `refused`:
   * the changes were decided on something that is no longer stored.
   */
  updateActions(changes: readonly Change[]): Promise<Action[] | 'refused'>;
}

interface AttachedUpdater {
  updater: CopyUpdater<unknown>;
  change: unknown;
}

/** Actions that change a repeated fact. */
const needsUpdater = new WeakSet<Action>();
/** What repeats the change of an action; null where nothing does. */
const attached = new WeakMap<Action, AttachedUpdater | null>();

/** Marks an action that changes a repeated fact: it is refused until `attachCopyUpdater` has named what repeats it. */
export function requireCopyUpdater(action: Action): Action {
  needsUpdater.add(action);
  return action;
}

/** Has a change repeated in the transaction of its action; null where no record repeats it. */
export function attachCopyUpdater<Change>(
  action: Action,
  attaching: { updater: CopyUpdater<Change>; change: Change } | null,
) {
  attached.set(action, attaching as AttachedUpdater | null);
  return action;
}

/**
 * A function that makes the actions which update the copies of what a transaction changes; null where nothing is copied.
 * @throws Error for an action that needs an updater and has none
 */
export function createCopyUpdateMaker(actions: readonly Action[]): (() => Promise<Action[] | 'refused'>) | null {
  for (const action of actions) {
    if (needsUpdater.has(action) && !attached.has(action))
      throw new Error(`${JSON.stringify(keyOf(action))} is written without what repeats it`);
  }
  const changes = Map.groupBy(
    actions.flatMap((action) => attached.get(action) ?? []),
    ({ updater }) => updater,
  );
  if (changes.size === 0) return null;
  return async () => {
    const made = await Promise.all(
      [...changes].map(([updater, of]) => updater.updateActions(of.map(({ change }) => change))),
    );
    return made.some((one) => one === 'refused') ? 'refused' : (made as Action[][]).flat();
  };
}

const keyOf = ({ Put, Update, Delete }: Action) =>
  Update?.Key ?? Delete?.Key ?? { pk: Put?.Item?.pk, sk: Put?.Item?.sk };
