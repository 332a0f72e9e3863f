import { localNames } from '../../../local/environment.ts';

/** What AWS asks a policy about: one action on one table or index. */
export interface RequestPart {
  action: string;
  /** `table`, `trail`, `keys`, `index gsi1` or `trail index gsi1`. */
  on: string;
  /** The partition keys that it names. */
  keys: readonly string[];
  /** The attributes that it writes, asks for or rests on. */
  attributes: readonly string[];
  /** Of what is read, where the request says it. */
  select?: string;
  /** Of a statement: it names no partitions. */
  isFullScan?: boolean;
}

interface Read {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression?: string;
  FilterExpression?: string;
  ProjectionExpression?: string;
  Select?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

interface Statement {
  Statement: string;
  Parameters?: readonly unknown[];
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
export function splitRequest(command: string, input: Record<string, unknown>): RequestPart[] {
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
        action: operation,
        on: placeOf(table),
        attributes: [],
        keys: [...new Set(batchKeys(asked))],
      }));
    case 'Query':
    case 'Scan':
      return [readPart(operation, input as never as Read)];
    case 'ExecuteStatement':
      return [statementPart(input as never as Statement)];
    default:
      throw new Error(`${command} is not looked into`);
  }
}

function writePart(action: string, { TableName, Key, Item, ExpressionAttributeNames = {} }: Write): RequestPart {
  const attributes = [...Object.keys(Item ?? Key ?? {}), ...Object.values(ExpressionAttributeNames)];
  return { action, on: placeOf(TableName), keys: [partitionOf(Item ?? Key)], attributes: [...new Set(attributes)] };
}

/** A query names one partition, of its table or index; a scan none. */
function readPart(action: 'Query' | 'Scan', request: Read): RequestPart {
  const { TableName, IndexName, Select, KeyConditionExpression = '', FilterExpression = '' } = request;
  const { ProjectionExpression = '', ExpressionAttributeValues: values = {} } = request;
  const [, value = ''] = /^#?\w+ = (:\w+)/.exec(KeyConditionExpression) ?? [];
  if (action === 'Query' && !(value in values)) throw new Error(`${KeyConditionExpression} names no partition first`);
  const expressions = [KeyConditionExpression, FilterExpression, ProjectionExpression];
  return {
    action,
    on: placeOf(TableName, IndexName),
    keys: value in values ? [textOf(values[value])] : [],
    attributes: attributesIn(expressions.join(' '), request.ExpressionAttributeNames),
    ...(Select === undefined ? {} : { select: Select }),
  };
}

/** The top-level attributes that expressions name: neither values nor functions nor words of the language. */
function attributesIn(expressions: string, names: Record<string, string> = {}): string[] {
  const words = expressions.match(/(?<![.:#\w])#?[A-Za-z_]\w*(?!\w|\s*\()/g) ?? [];
  const attributes = words.filter((word) => !/^(?:AND|OR|NOT|IN|BETWEEN)$/.test(word));
  return [...new Set(attributes.map((word) => names[word] ?? word))];
}

/** As functions write statements: `SELECT "a", "b" FROM "table"."gsi1" WHERE "gsi1pk" IN [?, ?]`. */
function statementPart({ Statement, Parameters = [] }: Statement): RequestPart {
  const [, selected = '', table = '', index, where = ''] =
    /^SELECT (.*?) FROM "([^"]+)"(?:\."([^"]+)")?(?: WHERE (.*))?$/s.exec(Statement) ?? [];
  const isFullScan = !new RegExp(`^"${index ?? ''}pk" (?:= \\?|IN \\[\\?(?:, \\?)*\\])$`).test(where);
  return {
    action: 'PartiQLSelect',
    on: placeOf(table, index),
    isFullScan,
    keys: isFullScan ? [] : Parameters.map(textOf),
    attributes: [...selected.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  };
}

function batchKeys(asked: unknown): string[] {
  const { Keys } = asked as { Keys?: Record<string, unknown>[] };
  if (Keys) return Keys.map(partitionOf);
  const writes = asked as { PutRequest?: { Item: Record<string, unknown> }; DeleteRequest?: { Key: never } }[];
  return writes.map(({ PutRequest, DeleteRequest }) => partitionOf(PutRequest?.Item ?? DeleteRequest?.Key));
}

const partitionOf = (item: Record<string, unknown> | undefined): string => textOf(item?.pk);

/** As the document client has it, or as DynamoDB does. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : String((value as { S?: string } | undefined)?.S);

function placeOf(table: string, index?: unknown): string {
  if (table === localNames.keys) return 'keys';
  if (table === localNames.trail) return index === undefined ? 'trail' : `trail index ${String(index)}`;
  if (table !== localNames.table) throw new Error(`${table} is no table of the school`);
  return index === undefined ? 'table' : `index ${String(index)}`;
}
