import { ExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import { sendWithRetries, splitIntoPieces, tableNames } from './table.ts';

/** So many partitions DynamoDB takes in one statement. */
const partitionsAtOnce = 50;

/**
 * The named attributes of every record in several partitions of the table, or of an index: one request for each fifty
 * partitions and each megabyte, where a query reads one partition. In PartiQL, because only that can name several
 * partitions.
 */
export async function readPartitionsTogether({
  index,
  partitions,
  only,
  consistent = false,
}: {
  index?: 'gsi1' | 'gsi2' | 'gsi3';
  partitions: readonly string[];
  only: readonly string[];
  /** Strongly consistent; of the table alone. */
  consistent?: boolean;
}): Promise<Record<string, unknown>[]> {
  const found = await Promise.all(
    splitIntoPieces(partitions, partitionsAtOnce).map(async (batch) => {
      const attributes = only.map((name) => `"${name}"`).join(', ');
      const places = batch.map(() => '?').join(', ');
      const from = [tableNames().records, ...(index ? [index] : [])].map((name) => `"${name}"`).join('.');
      const statement = `SELECT ${attributes} FROM ${from} WHERE "${index ?? ''}pk" IN [${places}]`;
      const items: Record<string, unknown>[] = [];
      let next: string | undefined;
      do {
        const page = await sendWithRetries(
          new ExecuteStatementCommand({
            Statement: statement,
            Parameters: batch,
            ...(consistent ? { ConsistentRead: true } : {}),
            ...(next === undefined ? {} : { NextToken: next }),
          }),
        );
        for (const item of page.Items ?? []) items.push(item);
        next = page.NextToken;
      } while (next !== undefined);
      return items;
    }),
  );
  return found.flat();
}
