import { functionAtWork } from '../policies/guarded-functions.ts';
import { hookTable } from '../step-by-step/table-requests.ts';

/** One DynamoDB request of the functions: what it was, what it cost, and what its items weigh. */
export interface TableRequest {
  operation: string;
  /** Read or write units, as the service counts them. */
  units: number;
  /** Bytes of each item that came back. */
  itemBytes: number[];
  isConsistent: boolean;
}

/** Everything that the functions ask of the table while `work` runs, in the order of the answers. */
export async function recordTraffic(work: () => Promise<unknown>): Promise<TableRequest[]> {
  const requests: TableRequest[] = [];
  await hookTable(async ({ command, input, send }) => {
    input.ReturnConsumedCapacity = 'TOTAL';
    const result = await send();
    requests.push(toRequest(command, input, result.output));
    return result;
  }, work);
  return requests;
}

/** One item that the functions wrote, or tried to. */
export interface TableWrite {
  operation: string;
  /** The first words of its key, "student mark": which kind of record it is. */
  kind: string;
  /**
   * `addition`: only if there is none under its key. `condition`: only if the record is as it was read. `exists`:
   * whatever it is, if there is one. `none`: whatever is there.
   */
  rests: 'addition' | 'condition' | 'exists' | 'none';
  /** The function that wrote it; a job of an earlier call may be at work still. */
  by: string | undefined;
}

/** Every item that the functions write while `work` runs. */
export async function recordWrites(work: () => Promise<unknown>): Promise<TableWrite[]> {
  const writes: TableWrite[] = [];
  await hookTable(({ command, input, send }) => {
    writes.push(...writesIn(command, input));
    return send();
  }, work);
  return writes;
}

interface TableKey {
  pk: string;
  sk: string;
}

interface Written {
  Key?: TableKey;
  Item?: TableKey;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
}

function writesIn(command: string, input: Record<string, unknown>): TableWrite[] {
  const toWrite = (operation: string, write: Written): TableWrite => ({
    operation,
    kind: kindOf(write.Key ?? write.Item),
    rests: restsOn(write),
    by: functionAtWork(),
  });
  switch (command) {
    case 'PutItemCommand':
    case 'UpdateItemCommand':
    case 'DeleteItemCommand':
      return [toWrite(command.replace('ItemCommand', ''), input as Written)];
    case 'TransactWriteItemsCommand': {
      const items = input.TransactItems as Record<string, Written>[];
      return items.flatMap((item) =>
        Object.entries(item)
          .filter(([operation]) => operation !== 'ConditionCheck')
          .map(([operation, write]) => toWrite(operation, write)),
      );
    }
    case 'BatchWriteItemCommand': {
      const requests = Object.values(input.RequestItems as Record<string, Record<string, Written>[]>).flat();
      return requests.flatMap((request) =>
        Object.entries(request).map(([operation, write]) =>
          toWrite(operation.replace('Request', ' of a batch'), write),
        ),
      );
    }
    case 'ExecuteStatementCommand':
      if (!/^SELECT /.test(String(input.Statement))) throw new Error(`${input.Statement} is not looked into`);
      return [];
    default:
      if (!/Get|Query|Scan/.test(command)) throw new Error(`${command} is not looked into`);
      return [];
  }
}

/** Letters alone: in other keys the second part is an id. */
const kindOf = (key: TableKey | undefined): string =>
  [key?.pk, key?.sk].flatMap((part) => part?.match(/^[a-z-]+(?=#|$)/)?.[0] ?? []).join(' ');

/** What a write rests on, by its condition alone. */
function restsOn({
  ConditionExpression: condition,
  ExpressionAttributeNames: names = {},
}: Written): TableWrite['rests'] {
  if (condition === undefined) return 'none';
  const named = condition.replaceAll(/#\w+/g, (name) => names[name] ?? name);
  const parts = named.split(/\s+AND\s+|[()]/).map((part) => part.trim());
  const words = parts.filter((part) => !['', 'pk', 'sk', 'attribute_exists', 'attribute_not_exists'].includes(part));
  if (words.length > 0) return 'condition';
  return named.includes('attribute_not_exists') ? 'addition' : 'exists';
}

function toRequest(command: string, input: Record<string, unknown>, output: Record<string, unknown>): TableRequest {
  const capacity = [output.ConsumedCapacity ?? []].flat() as { CapacityUnits?: number }[];
  const responses = Object.values((output.Responses ?? {}) as Record<string, unknown[]>).flat();
  const items = [...responses, ...((output.Items ?? []) as unknown[]), ...(output.Item ? [output.Item] : [])];
  return {
    operation: command.replace('Command', ''),
    units: capacity.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0),
    itemBytes: items.map((item) => bytesOf(item)),
    isConsistent: JSON.stringify(input).includes('"ConsistentRead":true'),
  };
}

/** DynamoDB's size of a value that the document client gives: names and texts in UTF-8, numbers by their digits. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1;
  if (typeof value === 'boolean' || value === null) return 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (value instanceof Set) return 3 + [...value].reduce((sum, one) => sum + bytesOf(one), 0);
  if (Array.isArray(value)) return 3 + value.reduce((sum, one) => sum + 1 + bytesOf(one), 0);
  const entries = Object.entries(value as Record<string, unknown>);
  return entries.reduce((sum, [key, one]) => sum + Buffer.byteLength(key) + bytesOf(one), 0);
}
