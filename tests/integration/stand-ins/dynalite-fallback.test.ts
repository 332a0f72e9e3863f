import { describe } from 'vitest';
import { startDynamoDb } from '../../../local/dynamodb/dynamodb.ts';
import { describeDynamoDb } from './support/dynamodb-contract.ts';
import { isAws, pointClientsAt } from './support/service-under-test.ts';

describe.skipIf(isAws)('DynamoDB where dynoxide is not installed', () =>
  describeDynamoDb(async () => {
    const server = await startDynamoDb(':memory:', { emulator: 'dynalite' });
    pointClientsAt('DYNAMODB', server);
    return () => server.stop();
  }),
);
