import { DeleteCommand, PutCommand, type TransactWriteCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Condition, Expression } from './expression.ts';
import { followersOf } from './followers.ts';
import { type ItemKey, sendCommand, type TableKey, tableNames } from './table.ts';

/** One write, by itself (`write`) or in a transaction. */
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A record as the table holds it. */
export type TableItem = TableKey & Record<string, unknown>;

/** Carries out one write. @throws an error for which `isConditionFailure` is true when the condition did not hold */
export async function write(action: Action): Promise<void> {
  if (followersOf([action])) throw new Error('What repeats this write is written in a transaction with it');
  const { Put, Update, Delete } = action;
  if (Put) await sendCommand(new PutCommand(Put));
  if (Update) await sendCommand(new UpdateCommand(Update));
  if (Delete) await sendCommand(new DeleteCommand(Delete));
}

/** The same. @returns false when the condition did not hold */
export async function writeIf(action: Action): Promise<boolean> {
  try {
    await write(action);
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
): Action {
  const expression = new Expression(encode);
  const ConditionExpression = expression.condition(where);
  return { ConditionCheck: { TableName: table, Key: key, ConditionExpression, ...expression.attributes() } };
}

/** Replaces an item that has these values. */
export function replaceItem<Item>(item: TableItem, where: Condition<Item>): Action {
  const expression = new Expression();
  const ConditionExpression = expression.condition(where);
  return { Put: { TableName: tableNames.records, Item: item, ConditionExpression, ...expression.attributes() } };
}

/** Makes a transaction conditional on the absence of a record. */
export const absenceCheck = ({ table, key }: Pick<ItemKey<unknown>, 'table' | 'key'>): Action => ({
  ConditionCheck: { TableName: table, Key: key, ConditionExpression: 'attribute_not_exists(pk)' },
});
