import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { tableDefinition } from './table-definition.ts';

/**
 * The school's table as other stacks see it: by name, so that after a restore they can be pointed at the restored table
 * without a change to the stack that keeps the old one.
 */
export class SchoolTable extends Construct {
  readonly table: dynamodb.ITableV2;

  constructor(scope: Construct, id: string, tableName: string) {
    super(scope, id);
    this.table = dynamodb.TableV2.fromTableAttributes(this, 'Imported', {
      tableName,
      globalIndexes: tableDefinition.indexes.map(({ name }) => name),
    });
  }
}
