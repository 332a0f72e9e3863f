import { randomUUID } from 'node:crypto';
import { askEmulator, type EmulatorAddress } from './dynoxide.ts';

/** Names of key attributes: the partition key's and, if there is one, the sort key's. */
interface KeyNames {
  partition: string;
  sort: string | undefined;
}

/** Key names of a table. */
export interface TableSchema {
  primary: KeyNames;
  indexes: Map<string, KeyNames>;
  /** S, N or B for every key attribute, of the table and its indexes. */
  types: Map<string, string>;
}

interface Description {
  KeySchema: { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: Description['KeySchema'] }[];
  LocalSecondaryIndexes?: { IndexName: string; KeySchema: Description['KeySchema'] }[];
}

/** Schemas of the emulator's tables, asked for once. */
export class TableSchemas {
  readonly #emulator: EmulatorAddress;
  readonly #known = new Map<string, TableSchema>();

  constructor(emulator: EmulatorAddress) {
    this.#emulator = emulator;
  }

  /** The schema if it is known, else a promise of it. `undefined` for a table that is not there. */
  get(table: string): TableSchema | Promise<TableSchema | undefined> {
    return this.#known.get(table) ?? this.#ask(table);
  }

  /** To be called for whatever may change a table. */
  forget(): void {
    this.#known.clear();
  }

  async #ask(table: string): Promise<TableSchema | undefined> {
    const question = { operation: 'DescribeTable', input: { TableName: table }, headers: emulatorHeaders };
    const { body } = await askEmulator(this.#emulator, question);
    const { Table } = JSON.parse(body) as { Table?: Description };
    if (Table === undefined) return undefined;
    const schema = toSchema(Table);
    this.#known.set(table, schema);
    return schema;
  }
}

/** By which dynalite knows this process: it would answer any web page. */
export const emulatorKey = randomUUID();

/** Headers that both emulators want to see. Neither proves the signature. */
export const emulatorHeaders = {
  'content-type': 'application/x-amz-json-1.0',
  authorization: `AWS4-HMAC-SHA256 Credential=local/20200101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
  'x-amz-date': '20200101T000000Z',
  'x-emulator-key': emulatorKey,
};

function toSchema(description: Description): TableSchema {
  const { GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = description;
  const indexes = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes];
  return {
    primary: toKeyNames(description.KeySchema),
    indexes: new Map(indexes.map((index) => [index.IndexName, toKeyNames(index.KeySchema)])),
    types: new Map(description.AttributeDefinitions.map((entry) => [entry.AttributeName, entry.AttributeType])),
  };
}

function toKeyNames(keys: Description['KeySchema']): KeyNames {
  const name = (type: string) => keys.find((key) => key.KeyType === type)?.AttributeName;
  return { partition: name('HASH') ?? '', sort: name('RANGE') };
}
