import { App } from 'aws-cdk-lib';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { costTag, currentTableName, schoolName } from '../../names.ts';
import { DataStack } from '../../stacks/data.ts';
import { OperatorError } from '../operator-error.ts';
import type { AskAws } from './ask-aws.ts';

/** By what CloudFormation knows a resource that it adopts, by the resource's type. */
const identifiers: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Cognito::UserPool': 'UserPoolId',
};

/** Logical id, then the identifier and its value: as `cdk import` reads it. */
export type ImportMapping = Record<string, Record<string, string>>;

interface Kept {
  logicalId: string;
  type: string;
  /** Where the template has one. */
  name: string | undefined;
}

/** What the stack of a school's data keeps when it is taken down. */
export function keptResources(school: Pick<SchoolFile, 'id' | 'aws'>, context: Record<string, unknown>): Kept[] {
  const name = schoolName(school.id);
  const app = new App({ context });
  const stack = new DataStack(app, `${name}-data`, {
    env: school.aws,
    name,
    tableName: currentTableName(school.id, context),
  });
  const { template } = app.synth().getStackByName(stack.stackName);
  type Resource = { Type: string; DeletionPolicy?: string; Properties: Record<string, unknown> };
  return Object.entries<Resource>(template.Resources).flatMap(
    ([logicalId, { Type: type, DeletionPolicy, Properties }]) => {
      const identifier = identifiers[type];
      if (!identifier || !DeletionPolicy?.startsWith('Retain')) return [];
      const given = Properties[identifier];
      return [{ logicalId, type, name: typeof given === 'string' ? given : undefined }];
    },
  );
}

/**
 * Which resource is which, of a school that was taken down: by its name; or, of what carries the school's tag still, by
 * the kind, and a bucket by the beginning of the name that CloudFormation gave it.
 * @throws {OperatorError} where something is not there any more, or cannot be told apart
 */
export async function planImport(
  school: Pick<SchoolFile, 'id'>,
  kept: readonly Kept[],
  ask: AskAws,
): Promise<ImportMapping> {
  const arns = (await ask(
    ...['resourcegroupstaggingapi', 'get-resources', '--tag-filters', `Key=${costTag},Values=${school.id}`],
    ...['--query', 'ResourceTagMappingList[].ResourceARN'],
  )) as string[];
  const generated = ({ logicalId }: Kept) => `${schoolName(school.id)}-data-${logicalId}`.toLowerCase().slice(0, 30);
  const isIt: Record<string, (arn: string, one: Kept) => boolean> = {
    'AWS::DynamoDB::GlobalTable': (arn, { name }) => arn.endsWith(`:table/${name}`),
    'AWS::S3::Bucket': (arn, one) =>
      one.name ? arn === `arn:aws:s3:::${one.name}` : arn.startsWith(`arn:aws:s3:::${generated(one)}`),
    'AWS::Cognito::UserPool': (arn) => arn.includes(':userpool/'),
  };
  return Object.fromEntries(
    kept.map((one) => {
      const [arn, ...others] = arns.filter((each) => isIt[one.type]?.(each, one));
      if (arn === undefined || others.length > 0)
        throw new OperatorError(
          `${arn === undefined ? 'Nothing' : 'More than one thing'} with the tag ${costTag}=${school.id} can be ${one.name ?? one.logicalId} (${one.type}).`,
        );
      return [one.logicalId, { [identifiers[one.type] ?? '']: arn.split(/:::|\//).at(-1) ?? '' }];
    }),
  );
}
