import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type KeptTable, keptTables } from './kept-tables.ts';

/**
 * The school's tables as other stacks see them: by name, so that after a restore they can be pointed at the restored
 * ones without a change to the stack that keeps the old ones.
 */
export class SchoolTableReferences extends Construct {
  /** The records. */
  readonly table: dynamodb.ITableV2;
  /** The table of records that are written once. */
  readonly trail: dynamodb.ITableV2;

  constructor(scope: Construct, id: string, tableName: string) {
    super(scope, id);
    const [records, trail] = keptTables(tableName);
    this.table = this.named('Imported', records);
    this.trail = this.named('Trail', trail);
  }

  private named(id: string, { name, definition }: KeptTable): dynamodb.ITableV2 {
    return dynamodb.TableV2.fromTableAttributes(this, id, {
      tableName: name,
      globalIndexes: definition.indexes.map((index) => index.name),
    });
  }
}
