import { spawnSync } from 'node:child_process';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { schoolName } from '../../names.ts';
import { alarmName, rollbackAlarms } from '../../watching/alarm-definitions.ts';

/**
 * For every `cdk deploy` that no alarm may roll back. CloudFormation keeps a stack's rollback triggers, and applies
 * them to each later update that does not say otherwise: a restore, which sets alarms off by closing the school, would
 * be rolled back by those of the last upgrade.
 */
export const noRollbackTriggers = ['--rollback-trigger-alarm-arns', 'none'] as const;

/**
 * How long CloudFormation goes on looking at the alarms after each stack, in minutes: a bad version fails within one
 * period of five.
 */
const minutes = 6;

/** Where an upgrade has its templates: made and checked once, and deployed from there in two runs. */
const assembly = (schoolId: string): string => `dist/deploy/upgrade-${schoolId}`;

/**
 * Arguments of the three runs of `cdk` that upgrade a school: one makes the templates, one deploys the data stack,
 * which no alarm rolls back and into which a restore imports tables, one the others. Not for the first deployment:
 * CloudFormation refuses an alarm that does not exist.
 */
export function upgradeArguments({ id, aws }: Pick<SchoolFile, 'id' | 'aws'>, version: string): string[][] {
  const name = schoolName(id);
  const alarms = rollbackAlarms.map(
    (title) => `arn:aws:cloudwatch:${aws.region}:${aws.account}:alarm:${alarmName(name, title)}`,
  );
  const given = ['--app', assembly(id), '--exclusively', '--require-approval', 'never'];
  const others = ['api', 'workflows', 'web', 'operations'].map((part) => `${name}-${part}`);
  return [
    ['synth', '-q', '-c', `school=${id}`, '-c', `version=${version}`, '--output', assembly(id)],
    ['deploy', `${name}-data`, ...given, ...noRollbackTriggers],
    [
      ...['deploy', ...others, ...given],
      ...['--rollback-trigger-alarm-arns', ...alarms, '--monitoring-time-minutes', String(minutes)],
    ],
  ];
}

/**
 * The commit that is checked out, which a deployment names in its output `Version`; undefined where there is no git
 * checkout.
 */
export function checkedOutVersion(): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
