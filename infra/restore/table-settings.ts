import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  ListTagsOfResourceCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { costTag } from '../names.ts';
import { recoveryDays, tableDefinition } from '../table/table-definition.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import { awaitTableStep, describeTable } from './restore-table.ts';
import type { RestoreStep } from './steps.ts';

/**
 * What a restore leaves out, as the data stack sets it: CloudFormation adopts a table as it is, and takes for granted
 * that it is as its template says.
 */
export function setTableSettingsStep(
  { target, schoolId }: { target: string; schoolId: string },
  outside: Pick<RestoreDependencies, 'dynamoDb' | 'say' | 'sleep'>,
): RestoreStep[] {
  const { dynamoDb } = outside;
  const ofTable = { TableName: target };
  const arn = async () => (await describeTable(target, dynamoDb))?.TableArn;
  return [
    {
      title: `${target} can be restored to every second of ${recoveryDays} days`,
      isDone: async () => {
        const { ContinuousBackupsDescription } = await dynamoDb.send(new DescribeContinuousBackupsCommand(ofTable));
        const now = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
        return now?.PointInTimeRecoveryStatus === 'ENABLED' && now.RecoveryPeriodInDays === recoveryDays;
      },
      act: async () => {
        await dynamoDb.send(
          new UpdateContinuousBackupsCommand({
            ...ofTable,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: recoveryDays },
          }),
        );
      },
    },
    {
      title: `${target} removes what has expired`,
      isDone: async () => {
        const { TimeToLiveDescription } = await dynamoDb.send(new DescribeTimeToLiveCommand(ofTable));
        return ['ENABLED', 'ENABLING'].includes(TimeToLiveDescription?.TimeToLiveStatus ?? '');
      },
      act: async () => {
        await dynamoDb.send(
          new UpdateTimeToLiveCommand({
            ...ofTable,
            TimeToLiveSpecification: { Enabled: true, AttributeName: tableDefinition.timeToLiveAttribute },
          }),
        );
      },
    },
    {
      title: `${target} is protected from deletion`,
      isDone: async () => (await describeTable(target, dynamoDb))?.DeletionProtectionEnabled === true,
      act: async () => {
        await dynamoDb.send(new UpdateTableCommand({ ...ofTable, DeletionProtectionEnabled: true }));
        await awaitTableStep(target, outside).act();
      },
    },
    {
      title: `${target} is counted among the costs of the school`,
      isDone: async () => {
        const { Tags = [] } = await dynamoDb.send(new ListTagsOfResourceCommand({ ResourceArn: await arn() }));
        return Tags.some(({ Key, Value }) => Key === costTag && Value === schoolId);
      },
      act: async () => {
        const tags = [{ Key: costTag, Value: schoolId }];
        await dynamoDb.send(new TagResourceCommand({ ResourceArn: await arn(), Tags: tags }));
      },
    },
  ];
}
