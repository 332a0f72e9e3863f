/**
 * The single table, stated once as plain data: the data stack and the local server make the same table from it. Every
 * key is a string; every index projects all attributes, so a query never needs a second read.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds after which DynamoDB may remove an item (sessions, challenges, soft deletes). */
  timeToLiveAttribute: 'expires',
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
  ],
} as const;

/** Beginnings of partition keys that IAM policies speak of: the stores must spell them the same. */
export const partitionKeyPrefixes = {
  /** Rows may be added, never changed or deleted (rule 11). */
  audit: 'audit#',
  /** Frozen copies of posted reports: made once, never changed or deleted (rule 28). */
  posted: 'posted#',
  /** The only rows that a domain whose calls all read may update: a call extends its session. */
  session: 'session#',
} as const;
