import { type DynamoDbAnswer, transactionCanceled, validationError } from './answers.ts';
import { type Item, itemBytes } from './attribute-values.ts';
import type { Interceptor } from './check-proxy.ts';
import { askEmulator, type EmulatorAddress } from './dynoxide.ts';
import { checkExpressions, type ExpressionHolder } from './expression-checks.ts';
import {
  checkIndexKeys,
  checkKeyCondition,
  checkKeysUntouched,
  type KeyQuery,
  valuesSetByUpdate,
} from './key-checks.ts';
import { checkStatement, queryPartitionsOfStatement } from './statements.ts';
import { emulatorHeaders, type TableSchema, TableSchemas } from './table-schemas.ts';

/** One write, alone or in a transaction. */
interface Write extends ExpressionHolder {
  TableName: string;
  Item?: Item;
  Key?: Item;
}

type TransactItem = Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Write | undefined>;

interface Request extends Write, KeyQuery {
  RequestItems?: Record<string, { PutRequest?: { Item: Item } }[]>;
  TransactItems?: TransactItem[];
}

/** A write, query or scan that is to be looked at, and what it does. */
interface Part {
  holder: Write & KeyQuery;
  kind: 'Put' | 'Update' | 'Query' | 'Other';
  isInTransaction: boolean;
}

const maximumItemBytes = 400 * 1024;
const maximumTransactionBytes = 4 * 1024 * 1024;

/**
 * Refuses what DynamoDB refuses and dynoxide lets pass. Found by sending both kinds of requests to it; what it already
 * refuses (items above 400 KB, also as the result of an update; transactions above 100 actions or 4 MB or with two
 * actions on an item; batches above 25 and 100; empty key values; more than 4 KB of expression) is left to it.
 *
 * dynalite counts characters for bytes and takes empty index keys, so items are looked at here as well.
 *
 * Added here: placeholders that are not defined or not used where no item makes dynoxide look at them; more than 300
 * operators, more than 100 operands of IN, comparisons that have no order; index keys above 2,048 and 1,024 bytes; key
 * conditions of the wrong type; start keys outside a query; updates of key attributes and several actions in one entry
 * of a transaction; transactional reads above 4 MB; statements that do not name their partitions, or more than 50.
 *
 * Not checked by anybody here: the 4 MB of a transaction counting what updates leave behind, throughput of a partition,
 * conflicts between transactions, and that an index lags behind its table.
 */
export function createRequestChecks(emulator: EmulatorAddress): Interceptor {
  const schemas = new TableSchemas(emulator);
  return {
    request: (operation, body) => {
      if (/^(Create|Update|Delete)Table$/.test(operation)) schemas.forget();
      if (!checkedOperations.has(operation)) return undefined;
      try {
        if (operation === 'ExecuteStatement') return answerStatement(emulator, JSON.parse(body.toString('utf8')));
        const decided = checkRequest({ operation, request: JSON.parse(body.toString('utf8')), schemas });
        return decided instanceof Promise ? decided.catch(passMalformedOn) : decided;
      } catch (error) {
        return passMalformedOn(error);
      }
    },
    response: (operation, body) => {
      if (operation === 'TransactGetItems') return checkReadSize(body);
      if (operation === 'TransactWriteItems') return toPlainRefusal(body);
      return undefined;
    },
  };
}

function answerStatement(emulator: EmulatorAddress, request: Parameters<typeof queryPartitionsOfStatement>[1]) {
  const refused = checkStatement(request);
  if (refused) return refused;
  return queryPartitionsOfStatement(async (operation, input) => {
    const { status, body } = await askEmulator(emulator, { operation, input, headers: emulatorHeaders });
    return { status, body: Buffer.from(body) };
  }, request);
}

const checkedOperations = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'BatchWriteItem',
  'TransactWriteItems',
  'ExecuteStatement',
]);

type Checked = DynamoDbAnswer | undefined;

/** Not JSON, or not of the shape that it should have: the emulator refuses that itself. */
function passMalformedOn(error: unknown): undefined {
  if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
}

function checkRequest(given: {
  operation: string;
  request: Request;
  schemas: TableSchemas;
}): Checked | Promise<Checked> {
  const { operation, request, schemas } = given;
  for (const entry of operation === 'TransactWriteItems' ? (request.TransactItems ?? []) : []) {
    if (Object.keys(entry).length > 1) {
      return validationError('TransactItems can only contain one of Check, Put, Update or Delete');
    }
  }
  return checkParts(partsOf(operation, request), schemas);
}

function partsOf(operation: string, request: Request): Part[] {
  const kinds = { PutItem: 'Put', UpdateItem: 'Update', Query: 'Query' } as const;
  if (operation === 'BatchWriteItem') {
    const writes = Object.entries(request.RequestItems ?? {}).flatMap(([TableName, entries]) =>
      entries.map((entry) => ({ TableName, Item: entry.PutRequest?.Item ?? {} })),
    );
    return writes.map((holder) => ({ holder, kind: 'Put', isInTransaction: false }));
  }
  if (operation === 'TransactWriteItems') {
    return (request.TransactItems ?? []).flatMap((entry) =>
      Object.entries(entry).map(([action, holder]): Part => {
        const kind = action === 'Put' || action === 'Update' ? action : 'Other';
        return { holder: holder ?? { TableName: '' }, kind, isInTransaction: true };
      }),
    );
  }
  return [{ holder: request, kind: kinds[operation as keyof typeof kinds] ?? 'Other', isInTransaction: false }];
}

function checkParts(parts: Part[], schemas: TableSchemas): Checked | Promise<Checked> {
  for (const { holder } of parts) {
    const message = checkExpressions(holder);
    if (message !== undefined) return validationError(message);
  }
  const tables = [...new Set(parts.map(({ holder }) => holder.TableName))];
  const found = tables.map((table) => schemas.get(table));
  const check = (known: (TableSchema | undefined)[]) => {
    const byTable = new Map(tables.map((table, index) => [table, known[index]]));
    for (const part of parts) {
      const schema = byTable.get(part.holder.TableName);
      const message = schema === undefined ? undefined : checkAgainst(part, schema);
      if (message !== undefined) return validationError(message);
    }
    return undefined;
  };
  return found.some((schema) => schema instanceof Promise)
    ? Promise.all(found).then(check)
    : check(found as TableSchema[]);
}

function checkAgainst({ holder, kind, isInTransaction }: Part, schema: TableSchema): string | undefined {
  switch (kind) {
    case 'Put':
      return checkItem(holder.Item ?? {}, schema);
    case 'Update':
      return (
        (isInTransaction ? checkKeysUntouched(holder, schema) : undefined) ??
        checkIndexKeys(valuesSetByUpdate(holder), schema, true)
      );
    case 'Query':
      return checkKeyCondition(holder, schema);
    default:
      return undefined;
  }
}

function checkItem(item: Item, schema: TableSchema): string | undefined {
  if (itemBytes(item) > maximumItemBytes) return 'Item size has exceeded the maximum allowed size';
  return checkIndexKeys(item, schema, false);
}

function checkReadSize(body: Buffer): DynamoDbAnswer | undefined {
  // JSON is never shorter than what it carries.
  if (body.length <= maximumTransactionBytes) return undefined;
  const { Responses = [] } = JSON.parse(body.toString('utf8')) as { Responses?: { Item?: Item }[] };
  const bytes = Responses.reduce((sum, { Item }) => sum + (Item === undefined ? 0 : itemBytes(Item)), 0);
  if (bytes <= maximumTransactionBytes) return undefined;
  const Message = 'The aggregate size of the items in the transaction exceeds the 4MB limit';
  return transactionCanceled(Responses.map(() => ({ Code: 'ValidationError', Message })));
}

/**
 * dynoxide cancels a transaction over a faulty expression, DynamoDB refuses the request before it looks at any item.
 */
function toPlainRefusal(body: Buffer): DynamoDbAnswer | undefined {
  if (body.length > 64 * 1024 || !body.includes('ValidationError')) return undefined;
  const { CancellationReasons = [] } = JSON.parse(body.toString('utf8')) as {
    CancellationReasons?: { Code: string; Message?: string }[];
  };
  const faulty = CancellationReasons.find(
    ({ Code, Message = '' }) =>
      Code === 'ValidationError' && /^Invalid \w+Expression: |^Invalid function name/.test(Message),
  );
  return faulty?.Message === undefined ? undefined : validationError(faulty.Message);
}
