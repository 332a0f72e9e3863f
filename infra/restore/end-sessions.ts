import { type AttributeValue, BatchWriteItemCommand, paginateScan, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../table/table-definition.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

/** Beginnings of the partition keys of sessions and of what leads to one. */
const signIns = ['session#', 'challenge#', 'second-factor-step#'];
const batchSize = 25;

/**
 * Sessions of the moment would be open again, also those that were ended since because somebody else had them.
 * Everybody signs in once more, with the password of today: passwords are not in the table.
 */
export function endSessionsStep(
  target: string,
  { dynamoDb, sleep }: Pick<RestoreDependencies, 'dynamoDb' | 'sleep'>,
): RestoreStep {
  const { partitionKey: pk, sortKey: sk } = tableDefinition;
  const pages = () =>
    paginateScan(
      { client: dynamoDb },
      {
        TableName: target,
        ConsistentRead: true,
        FilterExpression: signIns.map((_, index) => `begins_with(${pk}, :p${index})`).join(' OR '),
        ExpressionAttributeValues: Object.fromEntries(signIns.map((begin, index) => [`:p${index}`, { S: begin }])),
        ProjectionExpression: `${pk}, ${sk}`,
      },
    );
  const remove = async (keys: Record<string, AttributeValue>[]) => {
    let left: WriteRequest[] = keys.map((Key) => ({ DeleteRequest: { Key } }));
    while (left.length > 0) {
      const answer = await dynamoDb.send(new BatchWriteItemCommand({ RequestItems: { [target]: left } }));
      left = answer.UnprocessedItems?.[target] ?? [];
      if (left.length > 0) await sleep(500);
    }
  };
  return {
    title: `Nobody is signed in by ${target}`,
    act: async () => {
      for await (const { Items = [] } of pages()) {
        for (let first = 0; first < Items.length; first += batchSize) {
          await remove(Items.slice(first, first + batchSize));
        }
      }
    },
  };
}
