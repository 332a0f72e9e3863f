import { type AttributeValue, attributeType, type Item, keyBytes } from './attribute-values.ts';
import { type ExpressionHolder, resolveName } from './expression-checks.ts';
import type { TableSchema } from './table-schemas.ts';

const emptyKey = (name: string) =>
  `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`;

/**
 * Values of index keys have the limits of table keys: 2,048 bytes for a partition key, 1,024 for a sort key, and never
 * empty.
 * @param attributes those that are written
 * @param isUpdate DynamoDB words some refusals differently for updates
 */
export function checkIndexKeys(attributes: Item, schema: TableSchema, isUpdate: boolean): string | undefined {
  for (const [index, { partition, sort }] of schema.indexes) {
    const hash = attributes[partition];
    if (hash !== undefined && keyBytes(hash) > 2048) {
      return 'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes';
    }
    const range = sort === undefined ? undefined : attributes[sort];
    if (range !== undefined && keyBytes(range) > 1024) {
      return 'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes';
    }
    const empty = [partition, sort].find((name) => name !== undefined && attributes[name]?.S === '');
    if (empty !== undefined) {
      const what = isUpdate
        ? 'The update expression attempted to update a secondary index key to a value that is not supported.'
        : 'A value specified for a secondary index key is not supported.';
      const where = isUpdate ? '' : ` IndexName: ${index}, IndexKey: ${empty}`;
      return `One or more parameter values are not valid. ${what} The AttributeValue for a key attribute cannot contain an empty string value.${where}`;
    }
  }
  return undefined;
}

/** The attributes that an update sets to a value from outside: `SET name = :value`. */
export function valuesSetByUpdate(update: ExpressionHolder): Item {
  const assigned: Item = {};
  const assignments = (update.UpdateExpression ?? '').matchAll(
    /([#\w]+)\s*=\s*(:\w+)\s*(?=,|$|\s(?:SET|ADD|REMOVE|DELETE)\b)/gi,
  );
  for (const [, word = '', placeholder = ''] of assignments) {
    const value = update.ExpressionAttributeValues?.[placeholder];
    if (value !== undefined) assigned[resolveName(update, word)] = value;
  }
  return assigned;
}

/** An update may not touch the keys of the item it is for. */
export function checkKeysUntouched(update: ExpressionHolder, schema: TableSchema): string | undefined {
  const { partition, sort } = schema.primary;
  // Keys may be read, as in if_not_exists(other, key).
  const targets = (update.UpdateExpression ?? '').replace(/\([^()]*\)/g, '');
  for (const [, word = ''] of targets.matchAll(/(?:\b(?:SET|REMOVE|ADD|DELETE)\s|,)\s*([#\w]+)/gi)) {
    const name = resolveName(update, word);
    if (name === partition || name === sort) {
      return `One or more parameter values were invalid: Cannot update attribute ${name}. This attribute is part of the key`;
    }
  }
  return undefined;
}

/** A query as far as its keys go. */
export interface KeyQuery extends ExpressionHolder {
  IndexName?: string;
  ExclusiveStartKey?: Item;
}

/** Key values of the wrong type, empty ones, and a start key that lies outside of what is asked for. */
export function checkKeyCondition(query: KeyQuery, schema: TableSchema): string | undefined {
  for (const { name, operator, value } of keyConditions(query)) {
    const expected = schema.types.get(name);
    if (expected !== undefined && attributeType(value) !== expected) {
      return 'One or more parameter values were invalid: Condition parameter type does not match schema type';
    }
    if (value.S === '' && operator !== 'begins_with') return emptyKey(name);
    const start = query.ExclusiveStartKey?.[name];
    if (start !== undefined && !allows({ operator, value }, start)) {
      return 'The provided starting key is outside query boundaries based on provided conditions';
    }
  }
  return undefined;
}

interface KeyCondition {
  name: string;
  operator: string;
  value: AttributeValue;
}

function keyConditions(query: KeyQuery): KeyCondition[] {
  const expression = query.KeyConditionExpression ?? '';
  const comparisons = expression.matchAll(/([#\w]+)\s*(<=|>=|=|<|>)\s*(:\w+)/g);
  const beginnings = expression.matchAll(/(begins_with)\s*\(\s*([#\w]+)\s*,\s*(:\w+)\s*\)/gi);
  const ranges = [...expression.matchAll(/([#\w]+)\s+BETWEEN\s+(:\w+)\s+AND\s+(:\w+)/gi)];
  const found = [
    ...[...comparisons].map(([, word, operator, placeholder]) => [word, operator, placeholder]),
    ...[...beginnings].map(([, , word, placeholder]) => [word, 'begins_with', placeholder]),
    ...ranges.flatMap(([, word, low, high]) => [
      [word, '>=', low],
      [word, '<=', high],
    ]),
  ];
  return found.flatMap(([word = '', operator = '', placeholder = '']) => {
    const value = query.ExpressionAttributeValues?.[placeholder];
    return value === undefined ? [] : [{ name: resolveName(query, word), operator, value }];
  });
}

function allows({ operator, value }: Pick<KeyCondition, 'operator' | 'value'>, start: AttributeValue): boolean {
  const order = compare(start, value);
  switch (operator) {
    case '=':
      return order === 0;
    case '<':
    case '<=':
      return order <= 0;
    case '>':
    case '>=':
      return order >= 0;
    default:
      return String(start.S ?? '').startsWith(String(value.S ?? ''));
  }
}

/** Strings in the order of their UTF-8 bytes. */
function compare(a: AttributeValue, b: AttributeValue): number {
  if (attributeType(a) === 'N') return Math.sign(Number(a.N) - Number(b.N));
  const encoding = attributeType(a) === 'B' ? 'base64' : 'utf8';
  const [left, right] = [a, b].map((value) => Buffer.from(String(value[attributeType(value)]), encoding));
  return Buffer.compare(left ?? Buffer.alloc(0), right ?? Buffer.alloc(0));
}
