/** The index whose partitions are read several at once (ADR 0040). */
export const gatheredIndex = 'gsi3';

interface IndexDefinition {
  name: string;
  partitionKey: string;
  sortKey: string;
  /** Attributes that it has besides the keys; all of them where this is left out. */
  projects?: readonly string[];
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

/** Beginnings of partition keys that IAM policies speak of: the stores must spell them the same. */
export const partitionKeyPrefixes = {
  /** Rows may be added, never changed or deleted (rule 11). */
  audit: 'audit#',
  /** What happened at the door: rows may be added by every function, never changed or deleted (rule 48). */
  access: 'access#',
  /** Of those, what was changed of students: deleted where a student is erased, by that worker alone (ADR 0060). */
  studentAudit: 'audit#student#',
  /** Frozen copies of posted reports: made once, never changed, and deleted as those are (rule 28). */
  posted: 'posted#',
  /** The only rows that a domain whose calls all read may update: a call extends its session. */
  session: 'session#',
} as const;
