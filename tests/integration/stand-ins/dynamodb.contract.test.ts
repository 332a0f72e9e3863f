import { describe } from 'vitest';
import { describeDynamoDb } from './support/dynamodb-contract.ts';
import { startServiceUnderTest } from './support/service-under-test.ts';

describe('DynamoDB', () => describeDynamoDb(() => startServiceUnderTest('DYNAMODB')));
