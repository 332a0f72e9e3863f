import type { SchoolFile } from '#shared/school/school-file.ts';
import { schoolName } from '../names.ts';
import { alarmName, rollbackAlarms } from '../watching/alarm-definitions.ts';

/** How long CloudFormation goes on looking at the alarms after each stack, in minutes: a bad version fails within one period of five. */
const minutes = 6;

/** Arguments of `cdk` to upgrade a school. Not for the first deployment: CloudFormation refuses an alarm that does not exist. */
export function upgradeArguments({ id, aws }: Pick<SchoolFile, 'id' | 'aws'>, version: string): string[] {
  const alarms = rollbackAlarms.map(
    (title) => `arn:aws:cloudwatch:${aws.region}:${aws.account}:alarm:${alarmName(schoolName(id), title)}`,
  );
  return [
    ...['deploy', '--all', '-c', `school=${id}`, '-c', `version=${version}`, '--require-approval', 'never'],
    ...['--rollback-trigger-alarm-arns', ...alarms, '--monitoring-time-minutes', String(minutes)],
  ];
}
