import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, entityConfiguration } from './table.ts';

interface PartitionPages {
  index: 'gsi1' | 'gsi2';
  partition: string;
  /** Of each record these attributes: what is not read, nobody has to unpack. */
  only: readonly string[];
  /** Sort key of the record to go on behind; from the start where it is absent. */
  after?: string | undefined;
}

interface Page {
  items: Record<string, unknown>[];
  isLast: boolean;
}

/** The records of a partition of an index as they are stored, by sort key, a megabyte of the table at a time. */
export async function* partitionPages({ index, partition, only, after }: PartitionPages): AsyncGenerator<Page> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documentClient.send(
      new QueryCommand({
        TableName: entityConfiguration.table,
        IndexName: index,
        KeyConditionExpression: after === undefined ? '#pk = :pk' : '#pk = :pk AND #sk > :after',
        ProjectionExpression: only.map((_, place) => `#a${place}`).join(', '),
        ExpressionAttributeNames: {
          '#pk': `${index}pk`,
          ...(after === undefined ? {} : { '#sk': `${index}sk` }),
          ...Object.fromEntries(only.map((attribute, place) => [`#a${place}`, attribute])),
        },
        ExpressionAttributeValues: { ':pk': partition, ...(after === undefined ? {} : { ':after': after }) },
        ExclusiveStartKey: start,
      }),
    );
    start = page.LastEvaluatedKey;
    yield { items: page.Items ?? [], isLast: !start };
  } while (start);
}
