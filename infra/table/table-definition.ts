/** The index whose partitions are read several at once (ADR 0040). */
export const gatheredIndex = 'gsi3';

interface IndexDefinition {
  name: string;
  partitionKey: string;
  sortKey: string;
  /** Attributes that it has besides the keys; all of them where this is left out. */
  projects?: readonly string[];
}

export interface TableDefinition {
  partitionKey: string;
  sortKey: string;
  indexes: readonly IndexDefinition[];
}

const indexes: readonly IndexDefinition[] = [
  { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
  { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
  {
    name: gatheredIndex,
    partitionKey: 'gsi3pk',
    sortKey: 'gsi3sk',
    // What progress is counted from (ADR 0040): little enough that twelve classes are one answer of 1 MB, and that a save of
    // another field does not write this index.
    projects: ['studentId', 'employeeId', 'exam', 'examAt', 'workOutOf', 'workAt', 'comment', 'commentAt'],
  },
];

/**
 * The single table, stated once as plain data: the data stack and the local server make the same table from it. Every
 * key is a string; gsi1 and gsi2 project all attributes, so a query never needs a second read.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds after which DynamoDB may remove an item (sessions, challenges, soft deletes). */
  timeToLiveAttribute: 'expires',
  indexes,
} as const;

/** Days for which point-in-time recovery can go back: the most that DynamoDB offers, at no higher price. */
export const recoveryDays = 35;

/** The table of the keys that sign cookies: apart, so that no copy of a school's records holds one (ADR 0034). */
export const keysTableDefinition: TableDefinition = { partitionKey: 'pk', sortKey: 'sk', indexes: [] };
