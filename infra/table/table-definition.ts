/** The index whose partitions are read several at once (ADR 0040). */
export const statementIndex = 'gsi3';

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
  /** Epoch seconds after which DynamoDB may remove an item. Absent where nothing expires. */
  timeToLiveAttribute?: string;
  indexes: readonly IndexDefinition[];
}

/** A table of a school's own: recoverable, protected and kept. */
export type KeptTableDefinition = TableDefinition & { timeToLiveAttribute: string };

const wholeIndexes: readonly IndexDefinition[] = [
  { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
  { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
];

const indexes: readonly IndexDefinition[] = [
  ...wholeIndexes,
  {
    name: statementIndex,
    partitionKey: 'gsi3pk',
    sortKey: 'gsi3sk',
    // What is counted of a subject in a class (ADR 0040): little enough that twelve classes are one answer of 1 MB, and
    // that a save of another field does not write this index. Maximum and sums change with what they belong to.
    projects: [
      ...['studentId', 'employeeId', 'exam', 'examOutOf', 'examAt'],
      ...['workSum', 'workOutOf', 'workAbsentOutOf', 'workAt', 'comment', 'commentAt'],
    ],
  },
];

/**
 * The table of a school's records, stated once as plain data: the data stack and the local server make the same table
 * from it. Every key is a string; gsi1 and gsi2 project all attributes, so a query never needs a second read. Sessions,
 * challenges and soft deletes expire.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLiveAttribute: 'expires',
  indexes,
} as const satisfies KeptTableDefinition;

/**
 * The table of what is written once: audit rows, events of access, which expire, and posted reports (ADR 0034). gsi1
 * has the changes of a sheet and lists of events, gsi2 the office log and the copies of a class.
 */
export const trailDefinition = { ...tableDefinition, indexes: wholeIndexes } as const satisfies KeptTableDefinition;

/** Days for which point-in-time recovery can go back: the most that DynamoDB offers, at no higher price. */
export const recoveryDays = 35;

/** The table of the keys that sign and encrypt: apart, so that no copy of a school's records holds one (ADR 0034). */
export const keysTableDefinition: TableDefinition = { partitionKey: 'pk', sortKey: 'sk', indexes: [] };
