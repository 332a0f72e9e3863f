import { describeExpressions } from './dynamodb-expressions.ts';
import { describeItems } from './dynamodb-items.ts';
import { describeReads } from './dynamodb-reads.ts';
import { describeTransactions } from './dynamodb-transactions.ts';
import { setUpTable } from './table-under-test.ts';

/** What the product relies on in DynamoDB. @param start starts the service, answers how to stop it */
export function describeDynamoDb(start: () => Promise<() => Promise<void>>): void {
  setUpTable(start);
  describeItems();
  describeExpressions();
  describeTransactions();
  describeReads();
}
