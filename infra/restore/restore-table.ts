import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TableNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { OperatorError } from '../operators/operator-error.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

export interface TableRestore {
  /** The table that is left. */
  source: string;
  /** The one that is made. */
  target: string;
  moment: Date;
}

type Tables = Pick<RestoreDependencies, 'dynamoDb' | 'say' | 'sleep'>;

/** A new table with all that the old one held at a moment. Both stay. */
export function restoreTableStep({ source, target, moment }: TableRestore, { dynamoDb }: Tables): RestoreStep {
  return {
    title: `The table ${target} is being made of ${source} as it was at ${moment.toISOString()}`,
    isDone: async () => {
      const there = await describeTable(target, dynamoDb);
      if (!there) return false;
      const { RestoreDateTime: at, SourceTableArn: of = '' } = there.RestoreSummary ?? {};
      if (of.split('/').at(-1) === source && seconds(at) === seconds(moment)) return true;
      throw new OperatorError(`There is a table ${target} already, and it is not ${source} of that moment.`);
    },
    act: async () => {
      await requireRecoverableMoment({ source, moment }, dynamoDb);
      await dynamoDb.send(
        new RestoreTableToPointInTimeCommand({
          SourceTableName: source,
          TargetTableName: target,
          RestoreDateTime: moment,
        }),
      );
    },
  };
}

const seconds = (at: Date | undefined): number => Math.floor((at?.getTime() ?? 0) / 1000);

/** @throws {OperatorError} for a moment from which the table cannot be restored; it names those between which it can */
export async function requireRecoverableMoment(
  { source, moment }: Pick<TableRestore, 'source' | 'moment'>,
  dynamoDb: RestoreDependencies['dynamoDb'],
): Promise<void> {
  const { ContinuousBackupsDescription: backups } = await dynamoDb
    .send(new DescribeContinuousBackupsCommand({ TableName: source }))
    .catch((error: unknown) => {
      if (!(error instanceof TableNotFoundException)) throw error;
      throw new OperatorError(`There is no table ${source} any more: restore with --from exports.`);
    });
  const { EarliestRestorableDateTime: from, LatestRestorableDateTime: to } =
    backups?.PointInTimeRecoveryDescription ?? {};
  if (!from || !to) throw new OperatorError(`${source} has no point-in-time recovery: restore with --from exports.`);
  if (seconds(moment) < seconds(from) || seconds(moment) > seconds(to)) {
    throw new OperatorError(
      `${source} can be restored to moments from ${from.toISOString()} to ${to.toISOString()}. For older ones: --from exports.`,
    );
  }
}

/** Waits until recovery has come to a moment that has just been: it is some minutes behind the table. */
export function awaitRecoveryStep(
  { source, target, moment }: TableRestore,
  { dynamoDb, say, sleep }: Tables,
): RestoreStep {
  const reach = async () => {
    const { ContinuousBackupsDescription } = await dynamoDb.send(
      new DescribeContinuousBackupsCommand({ TableName: source }),
    );
    return ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.LatestRestorableDateTime ?? new Date(0);
  };
  return {
    title: `${source} can be restored to ${moment.toISOString()}`,
    isDone: async () => (await describeTable(target, dynamoDb)) !== undefined || (await reach()) >= moment,
    act: async () => {
      for (let to = await reach(); to < moment; to = await reach()) {
        say(`    until ${to.toISOString()} so far`);
        await sleep(lookEvery * 1000);
      }
    },
  };
}

/** Seconds between two looks at a table that is being made. */
const lookEvery = 20;

/**
 * Waits until a table is complete, as long as that takes: a restore takes up to some hours. Says each minute how far it
 * is.
 */
export function awaitTableStep(target: string, { dynamoDb, say, sleep }: Tables): RestoreStep {
  return {
    title: `The table ${target} is complete`,
    isDone: async () => isComplete(await describeTable(target, dynamoDb)),
    act: async () => {
      for (let waited = 0; ; waited += lookEvery) {
        const table = await describeTable(target, dynamoDb);
        if (isComplete(table)) return;
        const status = table?.TableStatus;
        if (status && !passing.has(status))
          throw new OperatorError(`${target} is ${status}: DynamoDB did not make it.`);
        if (waited % 60 === 0) say(`    ${status ?? 'not there yet'}, ${waited / 60} min`);
        await sleep(lookEvery * 1000);
      }
    },
  };
}

const passing = new Set<string>(['CREATING', 'UPDATING', 'ACTIVE']);

const isComplete = (table: TableDescription | undefined): boolean =>
  table?.TableStatus === 'ACTIVE' &&
  table.RestoreSummary?.RestoreInProgress !== true &&
  (table.GlobalSecondaryIndexes ?? []).every(({ IndexStatus }) => IndexStatus === 'ACTIVE');

/** Undefined where there is no such table. */
export async function describeTable(
  name: string,
  dynamoDb: RestoreDependencies['dynamoDb'],
): Promise<TableDescription | undefined> {
  try {
    return (await dynamoDb.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
