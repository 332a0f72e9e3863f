import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from './table-definition.ts';

/** A table as the stacks make it. */
export function tableParameters(name: string, definition: TableDefinition): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes } = definition;
  const keys = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
  const schema = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' as const },
    { AttributeName: sk, KeyType: 'RANGE' as const },
  ];
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: schema(partitionKey, sortKey),
    AttributeDefinitions: keys.map((key) => ({ AttributeName: key, AttributeType: 'S' as const })),
    ...(indexes.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: indexes.map((index) => ({
            IndexName: index.name,
            KeySchema: schema(index.partitionKey, index.sortKey),
            Projection: index.projects
              ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projects] }
              : { ProjectionType: 'ALL' as const },
          })),
        }),
  };
}
