import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { entityConfiguration, type TableKey } from './table.ts';
import { noneYet } from './written-once.ts';

/**
 * Writes without ElectroDB, for the one path that is taken with every typed mark: building the same expressions again costs
 * ElectroDB as much as the request itself (`npm run bench -- save-mark`). Everything else goes through the entities.
 */
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An update of named attributes; one to `set` that is undefined is left as it is. `expected` are values that must still be stored, null for a missing one. */
export function directUpdate({
  key,
  set,
  remove,
  expected,
}: {
  key: TableKey;
  set: Record<string, unknown>;
  remove: readonly string[];
  expected: Record<string, unknown>;
}): Action {
  const { names, values, name, stillHolds } = expression();
  const sets = Object.entries(set).flatMap(([attribute, value]) => {
    if (value === undefined) return [];
    values[`:${attribute}`] = value;
    return `${name(attribute)} = :${attribute}`;
  });
  return {
    Update: {
      TableName: entityConfiguration.table,
      Key: key,
      UpdateExpression: `SET ${sets.join(', ')}${remove.length > 0 ? ` REMOVE ${remove.map(name).join(', ')}` : ''}`,
      ConditionExpression: stillHolds(expected),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

/** Changes nothing, and cancels the transaction unless these values are stored; null for a missing one. */
export function directCheck(key: TableKey, expected: Record<string, unknown>): Action {
  const { names, values, stillHolds } = expression();
  return {
    ConditionCheck: {
      TableName: entityConfiguration.table,
      Key: key,
      ConditionExpression: stillHolds(expected),
      ExpressionAttributeNames: names,
      ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
    },
  };
}

/**
 * Deletes an item where all of these values are stored; null for a missing one. Its names are numbers: DynamoDB takes an expression
 * of 4 KB, and a record may have a hundred attributes.
 */
export function directDelete(key: TableKey, expected: Record<string, unknown>): Action {
  const entries = Object.entries(expected);
  const stored = entries.flatMap(([, value], index) => (value === null ? [] : [[`:v${index}`, value]]));
  return {
    Delete: {
      TableName: entityConfiguration.table,
      Key: key,
      ConditionExpression: entries
        .map(([, value], index) => (value === null ? `attribute_not_exists(#n${index})` : `#n${index} = :v${index}`))
        .join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(stored),
    },
  };
}

/** Names and values of one action's expressions, collected while they are written. */
function expression() {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const name = (attribute: string) => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const stillHolds = (expected: Record<string, unknown>) =>
    Object.entries(expected)
      .map(([attribute, value]) => {
        if (value === null) return `attribute_not_exists(${name(attribute)})`;
        values[`:${attribute}Stored`] = value;
        return `${name(attribute)} = :${attribute}Stored`;
      })
      .join(' AND ');
  return { names, values, name, stillHolds };
}

/** Cancels the transaction where there is an item with this key. */
export const directAbsence = (key: TableKey): Action => directCheck(key, { pk: null });

export type TableItem = TableKey & Record<string, unknown>;

/** Another item in the place of one that is there, where all of these values are stored; null for a missing one. */
export function directReplace(item: TableItem, expected: Record<string, unknown>): Action {
  const { names, values, stillHolds } = expression();
  return {
    Put: {
      TableName: entityConfiguration.table,
      Item: item,
      ConditionExpression: stillHolds(expected),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

/** A new item of a table; the transaction is cancelled where there is one with this key. */
export const directCreate = (item: TableItem, { table } = entityConfiguration): Action => ({
  Put: { TableName: table, Item: item, ConditionExpression: noneYet },
});

/** The actions as a transaction that `writeAudited` carries out. */
export const directTransaction = (actions: readonly Action[]) => ({ params: () => ({ TransactItems: actions }) });

/** The actions of a transaction built by ElectroDB, to be put beside others. */
export const actionsOf = (transaction: { params(): unknown }): Action[] =>
  (transaction.params() as { TransactItems: Action[] }).TransactItems;

/** Fills `${name}` in a key template, as ElectroDB does. */
export const fillTemplate = (template: string, attributes: object): string =>
  template.replaceAll(/\$\{(\w+)\}/g, (_whole, name: string) => String((attributes as Record<string, unknown>)[name]));
