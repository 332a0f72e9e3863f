import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { keysTableDefinition } from './table-definition.ts';

/**
 * The keys that sign cookies and report cards, and the one that encrypts what waits on devices. They are in no export,
 * recovery or restored table: a copy would outlive them. A table that is lost is a loss: everybody signs in again, and
 * what was typed without a connection can be read by nobody any more (ADR 0013). So it is protected and kept.
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
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason: 'A copy of the keys would outlive them, and sign what the school has put an end to.',
    });
    this.table = table;
  }
}
