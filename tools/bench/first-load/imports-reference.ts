import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/** What the import of the functions' bundles is compared with: the DynamoDB client and one read, nothing else. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (Key: Record<string, string>) =>
  client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key }));
