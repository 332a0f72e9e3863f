import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { sendWithRetries, type TableNames, tableNames } from './table.ts';

interface Segment {
  table: 'records' | 'trail';
  /** From 0. */
  segment: number;
  of: number;
}

/**
 * Every record of a part of a table, strongly consistent, a megabyte at a time. A function with this right may read
 * everything: no condition of a policy keeps a scan to some partitions (ADR 0034).
 */
export async function* scanSegment({ table, segment, of }: Segment): AsyncGenerator<Record<string, unknown>[]> {
  const TableName = tableNames()[table satisfies keyof TableNames];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await sendWithRetries(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        Segment: segment,
        TotalSegments: of,
        ExclusiveStartKey: start,
      }),
    );
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}
