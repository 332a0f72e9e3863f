import { localNames } from '../../../local/environment.ts';

/** What AWS asks a policy about: one action on one table or index. */
export interface RequestPart {
  action: string;
  /** `table`, `trail`, `keys`, `index gsi1` or `trail index gsi1`. */
  on: string;
  /** The partition keys that it names. */
  keys: readonly string[];
  /** The attributes that it writes or rests on. */
  attributes: readonly string[];
}

interface Write {
  TableName: string;
  Key?: Record<string, unknown>;
  Item?: Record<string, unknown>;
  ExpressionAttributeNames?: Record<string, string>;
}

const actions: Record<string, string> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};

/** The parts of a request, as the document client was given it. Each part of a transaction is asked about by itself. */
export function partsOf(command: string, input: Record<string, unknown>): RequestPart[] {
  const operation = command.replace(/Command$/, '');
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [writePart(operation, input as never as Write)];
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return (input.TransactItems as Record<string, Write>[]).flatMap((item) =>
        Object.entries(item).map(([name, write]) => writePart(actions[name] ?? name, write)),
      );
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.entries(input.RequestItems as Record<string, unknown>).map(([table, asked]) => ({
        ...{ action: operation, on: placeOf(table), attributes: [] },
        keys: [...new Set(batchKeys(asked))],
      }));
    case 'Query':
      return [{ action: 'Query', on: placeOf(String(input.TableName), input.IndexName), keys: [], attributes: [] }];
    case 'Scan':
      return [{ action: 'Scan', on: placeOf(String(input.TableName), input.IndexName), keys: [], attributes: [] }];
    case 'ExecuteStatement': {
      const [, table = '', index] = /^SELECT .*? FROM "([^"]+)"(?:\."([^"]+)")?/s.exec(String(input.Statement)) ?? [];
      return [{ action: 'PartiQLSelect', on: placeOf(table, index), keys: [], attributes: [] }];
    }
    default:
      throw new Error(`${command} is not looked into`);
  }
}

function writePart(action: string, { TableName, Key, Item, ExpressionAttributeNames = {} }: Write): RequestPart {
  const attributes = [...Object.keys(Item ?? Key ?? {}), ...Object.values(ExpressionAttributeNames)];
  return { action, on: placeOf(TableName), keys: [partitionOf(Item ?? Key)], attributes: [...new Set(attributes)] };
}

function batchKeys(asked: unknown): string[] {
  const { Keys } = asked as { Keys?: Record<string, unknown>[] };
  if (Keys) return Keys.map(partitionOf);
  const writes = asked as { PutRequest?: { Item: Record<string, unknown> }; DeleteRequest?: { Key: never } }[];
  return writes.map(({ PutRequest, DeleteRequest }) => partitionOf(PutRequest?.Item ?? DeleteRequest?.Key));
}

/** As the document client has it, or as DynamoDB does. */
function partitionOf(item: Record<string, unknown> | undefined): string {
  const value = item?.pk;
  return typeof value === 'string' ? value : String((value as { S?: string } | undefined)?.S);
}

function placeOf(table: string, index?: unknown): string {
  if (table === localNames.keys) return 'keys';
  if (table === localNames.trail) return index === undefined ? 'trail' : `trail index ${String(index)}`;
  if (table !== localNames.table) throw new Error(`${table} is no table of the school`);
  return index === undefined ? 'table' : `index ${String(index)}`;
}
