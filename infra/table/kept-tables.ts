import { type KeptTableDefinition, tableDefinition, trailDefinition } from './table-definition.ts';

/** `formroom-demo-trail`: what is written once, beside the table of that name and of the same moment. */
export const trailTableName = (tableName: string): string => `${tableName}-trail`;

/** A table that is kept, exported and restored. */
export interface KeptTable {
  name: string;
  definition: KeptTableDefinition;
}

/** A school's records and what it wrote once, by the name of the first. */
export const keptTables = (tableName: string): [records: KeptTable, trail: KeptTable] => [
  { name: tableName, definition: tableDefinition },
  { name: trailTableName(tableName), definition: trailDefinition },
];
