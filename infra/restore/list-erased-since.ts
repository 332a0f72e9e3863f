import { paginateQuery } from '@aws-sdk/client-dynamodb';
import type { RestoreDependencies } from './restore-dependencies.ts';
import { describeTable } from './restore-table.ts';
import type { RestoreStep } from './steps.ts';

/** Says who was erased after the moment, and is in the restored table again (ADR 0060). */
export function listErasedSinceStep(
  { source, target, moment }: { source: string; target: string; moment: Date },
  { dynamoDb, say }: Pick<RestoreDependencies, 'dynamoDb' | 'say'>,
): RestoreStep {
  return {
    title: 'Students who were erased since that moment are named',
    act: async () => {
      if (source === target || !(await describeTable(source, dynamoDb))) {
        say('    The old trail is not known here: look at the school’s own notes of erasures.');
        return;
      }
      const ids: string[] = [];
      const pages = paginateQuery(
        { client: dynamoDb },
        {
          TableName: source,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :trail',
          FilterExpression: '#at > :moment',
          ExpressionAttributeNames: { '#at': 'at' },
          ExpressionAttributeValues: {
            ':trail': { S: 'audit#erased-students' },
            ':moment': { S: moment.toISOString() },
          },
        },
      );
      for await (const { Items = [] } of pages) {
        ids.push(...Items.flatMap(({ changes }) => changes?.L?.[0]?.M?.before?.S ?? []));
      }
      if (ids.length === 0) say('    nobody');
      else say(`    ERASE AGAIN, in the archive of Students: ${ids.join(', ')}`);
    },
  };
}
