import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { readExportedRecords } from '../exports/exported-records.ts';
import { type ExportLocation, findExportsLeadingTo, listFinishedExports } from '../exports/finished-exports.ts';
import { writeChanges } from '../exports/write-changes.ts';
import type { KeptTable } from '../table/kept-tables.ts';
import { tableParameters } from '../table/table-parameters.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import { describeTable } from './restore-table.ts';
import type { RestoreStep } from './steps.ts';

/** A table without a record, as the data stack would make it. */
export function createEmptyTableStep(
  { name, definition }: KeptTable,
  { dynamoDb }: Pick<RestoreDependencies, 'dynamoDb'>,
): RestoreStep {
  return {
    title: `There is a table ${name}`,
    isDone: async () => (await describeTable(name, dynamoDb)) !== undefined,
    act: async () => {
      await dynamoDb.send(new CreateTableCommand(tableParameters(name, definition)));
    },
  };
}

interface Replaying {
  /** The table that was exported. */
  source: string;
  target: string;
  moment: Date;
  shelf: Omit<ExportLocation, 's3'>;
}

type Used = Pick<RestoreDependencies, 'dynamoDb' | 's3' | 'say' | 'sleep'>;

/**
 * The records of a moment out of exports: those of all records, then each of changes. Done again it writes the same
 * once more. What is damaged is found before it is written.
 */
export function replayExportsStep({ source, target, moment, shelf: place }: Replaying, used: Used): RestoreStep {
  const { dynamoDb, s3, say, sleep } = used;
  const shelf = { ...place, s3 };
  return {
    title: `${target} has what the exports of ${source} in ${place.bucket} say of ${moment.toISOString()}`,
    act: async () => {
      const chain = findExportsLeadingTo(moment, source, await listFinishedExports(shelf));
      for (const one of chain) {
        say(`    ${one.from ? 'changes' : 'all records'} until ${one.to.toISOString()}: ${one.itemCount}`);
        for await (const changes of readExportedRecords(shelf, one)) {
          await writeChanges(changes, { dynamoDb, table: target, sleep });
        }
      }
      const last = chain.at(-1)?.to ?? moment;
      if (last < moment) say(`    The exports end at ${last.toISOString()}: what was saved after that is not in them.`);
    },
  };
}
