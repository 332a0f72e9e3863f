import { paginateScan } from '@aws-sdk/client-dynamodb';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

/** Before the moment: a save that began then may have ended in the second of it. A call takes ten seconds at most. */
const milliseconds = 15_000;

/**
 * Says what was saved in the last seconds before the moment. Each table is restored to the same second by itself, and a
 * save that was written within that second may be in one of them and not in the other (ADR 0034): somebody looks at
 * those few.
 */
export function listLastSavesStep(
  { target, moment }: { target: string; moment: Date },
  { dynamoDb, say }: Pick<RestoreDependencies, 'dynamoDb' | 'say'>,
): RestoreStep {
  return {
    title: 'What was saved just before the moment is named',
    act: async () => {
      const from = new Date(moment.getTime() - milliseconds).toISOString();
      const pages = paginateScan(
        { client: dynamoDb },
        {
          TableName: target,
          ConsistentRead: true,
          FilterExpression: 'begins_with(pk, :audit) AND #at >= :from',
          ProjectionExpression: 'subject, #at, #name',
          ExpressionAttributeNames: { '#at': 'at', '#name': 'name' },
          ExpressionAttributeValues: { ':audit': { S: 'audit#' }, ':from': { S: from } },
        },
      );
      let count = 0;
      for await (const { Items = [] } of pages) {
        for (const { subject, at, name } of Items) say(`    LOOK AT ${subject?.S}: ${name?.S}, ${at?.S}`);
        count += Items.length;
      }
      if (count === 0) say('    nothing');
    },
  };
}
