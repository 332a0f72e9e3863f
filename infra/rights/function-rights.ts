import { ArnFormat, Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { type FileFolder, fileFolders, fileKey } from '#shared/http/contract.ts';
import { jobMachineName } from '#shared/jobs.ts';
import type { BuildEntry } from '../build/entries.ts';
import { bucketName } from '../constructs/names-in-stack.ts';
import { pascalCase } from '../names.ts';
import type { MailSender } from '../workflows/school-mailing.ts';
import { type Privileges, requiredPrivileges } from './least-privilege.ts';
import { type TableResource, tableRights } from './table-rights.ts';

/** A state machine by its name, or the beginning of several: the functions know them before they are there. */
export const machineArn = (scope: Construct, name: string): string =>
  Stack.of(scope).formatArn({
    service: 'states',
    resource: 'stateMachine',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/**
 * The buckets of folders that are read. S3 says 403, and not 404, of a missing file to a function that may not list its
 * bucket.
 */
const bucketsToFindIn = (scope: Construct, prefix: string, files: Privileges['files']): string[] => {
  const read = files.filter(({ actions }) => actions.includes('s3:GetObject'));
  const parts = [...new Set(read.map(({ folder }) => fileFolders[folder]))];
  return parts.map((part) =>
    Stack.of(scope).formatArn({ service: 's3', region: '', account: '', resource: bucketName(scope, prefix, part) }),
  );
};

/** The files in a folder. */
function folderArn(scope: Construct, prefix: string, folder: FileFolder): string {
  return Stack.of(scope).formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: bucketName(scope, prefix, fileFolders[folder]),
    resourceName: fileKey(folder, '*'),
  });
}

/** Sending from the school's address alone, even where others use its domain. */
const sending = (scope: Construct, actions: string[], { from, domain, configurationSet }: MailSender) => {
  const resource = (kind: string, resourceName: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource: kind, resourceName });
  return actions.length === 0
    ? []
    : [
        new iam.PolicyStatement({
          sid: 'SendMail',
          actions,
          resources: [resource('identity', domain), resource('configuration-set', configurationSet)],
          conditions: { StringEquals: { 'ses:FromAddress': from } },
        }),
      ];
};

export interface FunctionResources {
  /** For example `formroom-demo`. */
  prefix: string;
  entry: BuildEntry;
  table: dynamodb.ITableV2;
  /** The table of records that are written once. */
  trail: dynamodb.ITableV2;
  keys?: dynamodb.ITableV2;
  userPool: cognito.IUserPool;
  /** That which signs for the school; absent where it has none in KMS. */
  keyInKms?: kms.IKey | undefined;
  /** Absent where the school sends no e-mails. */
  mailSender?: MailSender | undefined;
}

/** The permissions that the contract rows need, no more. */
export function policyStatementsOf({
  entry,
  table,
  trail,
  keys,
  userPool,
  prefix,
  keyInKms,
  mailSender,
}: FunctionResources): iam.PolicyStatement[] {
  const { identity, jobs, keyInKms: signing, mail, files } = requiredPrivileges(entry);
  if (signing.length > 0 && !keyInKms) throw new Error(`${entry.name} needs a key in KMS`);
  const buckets = bucketsToFindIn(table, prefix, files);
  const arnOf = (place: TableResource): string => {
    if (place === 'table') return table.tableArn;
    if (place === 'trail') return trail.tableArn;
    const [, ofTrail, index] = /^(trail )?index (\w+)$/.exec(place) ?? [];
    if (index) return `${(ofTrail ? trail : table).tableArn}/index/${index}`;
    if (!keys) throw new Error(`${entry.name} needs signing keys`);
    return keys.tableArn;
  };
  const allow = (sid: string, actions: string[], resources: string[]) =>
    actions.length > 0 ? [new iam.PolicyStatement({ sid, actions, resources })] : [];
  return [
    ...tableRights(entry.calls, entry.jobs).map(
      ({ sid, effect, actions, on, conditions = {} }) =>
        new iam.PolicyStatement({
          sid,
          effect: iam.Effect[effect === 'Allow' ? 'ALLOW' : 'DENY'],
          actions: [...actions],
          resources: on.map(arnOf),
          conditions,
        }),
    ),
    ...allow('Identity', identity, [userPool.userPoolArn]),
    ...allow(
      'StartJobs',
      jobs.length > 0 ? ['states:StartExecution'] : [],
      jobs.map((domain) => machineArn(table, jobMachineName(prefix, domain))),
    ),
    ...(keyInKms ? allow('Sign', signing, [keyInKms.keyArn]) : []),
    ...(mailSender ? sending(table, mail, mailSender) : []),
    ...allow('FindFiles', buckets.length > 0 ? ['s3:ListBucket'] : [], buckets),
    ...files.flatMap(({ folder, actions }) => allow(pascalCase(folder), actions, [folderArn(table, prefix, folder)])),
  ];
}
