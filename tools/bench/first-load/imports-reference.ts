import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/** The reference for the bundles' import time: the DynamoDB client and one read. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (Key: Record<string, string>) =>
  client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key }));
