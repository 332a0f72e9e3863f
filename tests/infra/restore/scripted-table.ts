import type { TableDescription } from '@aws-sdk/client-dynamodb';

/** A table of a scripted account, as far as a restore looks at it. */
export interface ScriptedTable {
  /** Looks after which it is complete. */
  looksLeft: number;
  madeOf?: { source: string; at: Date };
  hasRecovery?: boolean;
  hasTimeToLive?: boolean;
  isProtected?: boolean;
  tags: Record<string, string>;
  sessions: number;
  /** Lines of the trail: of its table alone. */
  saves?: { subject: string; name: string; at: string }[];
  /** Of one that was written record by record. */
  records?: Map<string, unknown>;
}

/** What DynamoDB says of a table; each look brings one that is being made nearer to its end. */
export function describeTable(account: string, name: string, table: ScriptedTable): TableDescription {
  table.looksLeft = Math.max(0, table.looksLeft - 1);
  const isMaking = table.looksLeft > 0;
  const arnOf = (of: string) => `arn:aws:dynamodb:us-east-1:${account}:table/${of}`;
  return {
    TableStatus: isMaking ? 'CREATING' : 'ACTIVE',
    TableArn: arnOf(name),
    DeletionProtectionEnabled: table.isProtected === true,
    GlobalSecondaryIndexes: [{ IndexName: 'gsi1', IndexStatus: isMaking ? 'CREATING' : 'ACTIVE' }],
    ...(table.madeOf && {
      RestoreSummary: {
        SourceTableArn: arnOf(table.madeOf.source),
        RestoreDateTime: table.madeOf.at,
        RestoreInProgress: isMaking,
      },
    }),
  };
}

/** Refuses a change of a table that is being made, as DynamoDB does. */
export function expectComplete(name: string, table: ScriptedTable): void {
  if (table.looksLeft > 0) throw new Error(`ResourceInUseException: ${name}`);
}
