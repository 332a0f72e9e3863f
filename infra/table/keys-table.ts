import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { keysTableDefinition } from './table-definition.ts';

/**
 * The keys that sign cookies. They are in no export, recovery or restored table, and a table that is lost is no loss:
 * the functions make new keys, and everybody signs in again.
 */
export class KeysTable extends Construct {
  readonly table: dynamodb.TableV2;

  constructor(scope: Construct, id: string, tableName: string) {
    super(scope, id);
    const key = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });
    const table = new dynamodb.TableV2(this, 'Table', {
      tableName,
      partitionKey: key(keysTableDefinition.partitionKey),
      sortKey: key(keysTableDefinition.sortKey),
      billing: dynamodb.Billing.onDemand(),
      encryption: dynamodb.TableEncryptionV2.dynamoOwnedKey(),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason: 'A copy of the keys would outlive them; lost ones are made again, and everybody signs in again.',
    });
    this.table = table;
  }
}
