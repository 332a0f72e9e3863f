import { createHash } from 'node:crypto';
import { type AttributeValue, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../table/table-definition.ts';
import type { ExportedItem } from './exported-records.ts';

/** Count and order-independent hash, for each kind of record or file. */
export type Fingerprint = Record<string, { count: number; hash: string }>;

const bits = 256n;

/** Adds up hashes: the sum knows each member, and nothing of their order. */
export class HashSum {
  readonly #sums = new Map<string, { count: number; sum: bigint }>();

  add(kind: string, content: string | Uint8Array): void {
    const { count, sum } = this.#sums.get(kind) ?? { count: 0, sum: 0n };
    const hash = BigInt(`0x${createHash('sha256').update(content).digest('hex')}`);
    this.#sums.set(kind, { count: count + 1, sum: BigInt.asUintN(Number(bits), sum + hash) });
  }

  read(): Fingerprint {
    const kinds = [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      kinds.map(([kind, { count, sum }]) => [kind, { count, hash: sum.toString(16).padStart(64, '0') }]),
    );
  }
}

/**
 * Every record of a table, by its kind. What has expired by `until` is left out: DynamoDB removes it when it comes to
 * it.
 */
export async function computeTableFingerprint(
  { dynamoDb, table }: { dynamoDb: DynamoDBClient; table: string },
  until: Date,
): Promise<Fingerprint> {
  const summed = new HashSum();
  const pages = paginateScan({ client: dynamoDb }, { TableName: table, ConsistentRead: true });
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      const expires = Number(item[tableDefinition.timeToLiveAttribute]?.N ?? Number.POSITIVE_INFINITY);
      if (expires * 1000 >= until.getTime()) summed.add(item.__edb_e__?.S ?? 'other', canonicalText(item));
    }
  }
  return summed.read();
}

/** The same text for the same record, in whatever order its attributes and the members of its sets come. */
export function canonicalText(item: ExportedItem): string {
  return `{${Object.keys(item)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${ofValue(item[name] as AttributeValue)}`)
    .join(',')}}`;
}

function ofValue(value: AttributeValue): string {
  if (value.M) return `M${canonicalText(value.M)}`;
  if (value.L) return `L[${value.L.map(ofValue).join(',')}]`;
  if (value.BS) return `BS${JSON.stringify(value.BS.map(asBase64).sort())}`;
  for (const kind of ['SS', 'NS'] as const) {
    const members = value[kind];
    if (members) return `${kind}${JSON.stringify([...members].map(String).sort())}`;
  }
  // DynamoDB keeps a number and not its digits: 1.0 is 1.
  if (value.N !== undefined) return `N${Number.isSafeInteger(Number(value.N)) ? Number(value.N) : value.N}`;
  // A file has bytes in base64, and a reading as they are.
  if (value.B !== undefined) return `B${asBase64(value.B)}`;
  return JSON.stringify(value);
}

const asBase64 = (bytes: Uint8Array | string): string =>
  typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('base64');

/** The differences, one line a kind; none where the two are equal. */
export function describeDifferences(before: Fingerprint, after: Fingerprint): string[] {
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return kinds.flatMap((kind) => {
    const [old, now] = [before[kind], after[kind]];
    if (old?.count === now?.count && old?.hash === now?.hash) return [];
    if (old?.count === now?.count) return [`${kind}: ${now?.count}, but not the same ones`];
    return [`${kind}: ${old?.count ?? 0} before, ${now?.count ?? 0} after`];
  });
}

/** How many of all kinds, and one hash. */
export function sumFingerprint(print: Fingerprint): { count: number; hash: string } {
  const count = Object.values(print).reduce((sum, one) => sum + one.count, 0);
  const hash = createHash('sha256').update(JSON.stringify(print)).digest('hex');
  return { count, hash };
}
