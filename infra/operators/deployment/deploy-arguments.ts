import { spawnSync } from 'node:child_process';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { type NewVersions, newVersionsParameter } from '../../constructs/gradual-traffic.ts';
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

/** Where the templates of a school are that were made and checked once, to be deployed from there. */
const ownAssembly = (schoolId: string): string => `dist/deploy/upgrade-${schoolId}`;

/** How new versions get their calls; said with every deployment, or CloudFormation keeps what was said last. */
const newVersions = ({ id, gradualTraffic }: DeployedSchool, how: NewVersions): string[] =>
  gradualTraffic ? ['--parameters', `${schoolName(id)}-api:${newVersionsParameter}=${how}`] : [];

type DeployedSchool = Pick<SchoolFile, 'id' | 'gradualTraffic'>;

/** What a deployment of a school is given. */
export interface SchoolDeployment {
  /** Commit. */
  version: string;
  /** Folder of templates that were made before; absent where they are to be made. */
  assembly?: string;
}

const synthArguments = (id: string, { version, assembly }: SchoolDeployment): string[][] =>
  assembly === undefined
    ? [['synth', '-q', '-c', `school=${id}`, '-c', `version=${version}`, '--output', ownAssembly(id)]]
    : [];

/**
 * Arguments of the runs of `cdk` that upgrade a school: one makes the templates, one deploys the data stack, which no
 * alarm rolls back and into which a restore imports tables, one the others. Not for the first deployment:
 * CloudFormation refuses an alarm that does not exist.
 */
export function upgradeArguments(
  school: DeployedSchool & Pick<SchoolFile, 'aws'>,
  deployment: SchoolDeployment,
): string[][] {
  const { id, aws } = school;
  const name = schoolName(id);
  const alarms = rollbackAlarms.map(
    (title) => `arn:aws:cloudwatch:${aws.region}:${aws.account}:alarm:${alarmName(name, title)}`,
  );
  const assembly = deployment.assembly ?? ownAssembly(id);
  const given = ['--app', assembly, '--exclusively', '--require-approval', 'never'];
  const others = ['api', 'workflows', 'web', 'operations'].map((part) => `${name}-${part}`);
  return [
    ...synthArguments(id, deployment),
    ['deploy', `${name}-data`, ...given, ...noRollbackTriggers],
    [
      ...['deploy', ...others, ...given],
      ...newVersions(school, 'gradually'),
      ...['--rollback-trigger-alarm-arns', ...alarms, '--monitoring-time-minutes', String(minutes)],
    ],
  ];
}

/** Of those that no alarm rolls back: the first deployment of a school, and the way back to the version before. */
export const deployArguments = (school: DeployedSchool, deployment: SchoolDeployment): string[][] => [
  ...synthArguments(school.id, deployment),
  [
    ...['deploy', '--all', '--app', deployment.assembly ?? ownAssembly(school.id)],
    ...newVersions(school, 'at once'),
    ...['--require-approval', 'never', ...noRollbackTriggers],
  ],
];

/**
 * The commit that is checked out, which a deployment names in its output `Version`; undefined where there is no git
 * checkout.
 */
export function checkedOutVersion(): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
