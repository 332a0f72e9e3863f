import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type FileFolder, fileFolders, keyIn } from '#shared/http/contract.ts';
import { jobMachineName } from '#shared/jobs.ts';
import type { Entry } from '../build/entries.ts';
import { streamNodeOptions } from '../build/node-options.ts';
import { bucketName, logGroupName, pascalCase } from '../names.ts';
import { privilegesOf } from './least-privilege.ts';
import { type TableResource, tableRights } from './table-rights.ts';

export interface DomainFunctionProps {
  /** For example `formroom-demo`. */
  prefix: string;
  entry: Entry;
  /** Folder of the built function. */
  bundle: string;
  table: dynamodb.ITableV2;
  /** Where the keys that sign cookies are; workers sign and check none. */
  keys?: dynamodb.TableV2;
  userPool: cognito.IUserPool;
  userPoolClient: cognito.IUserPoolClient;
  environment: Record<string, string>;
}

/**
 * Lambda gives processor time with memory, a whole core at 1,769 MB. JSON calls mostly wait for DynamoDB, and half a core
 * keeps their cold start short; printing is arithmetic from end to end and gets the core. At a school's load either is
 * within the free tier.
 */
const shape = {
  api: { memory: 1024, timeout: Duration.seconds(10) },
  documents: { memory: 1769, timeout: Duration.seconds(29) },
  streams: { memory: 1769, timeout: Duration.minutes(2) },
  jobs: { memory: 1769, timeout: Duration.minutes(2) },
} as const;

const contents = { api: 'Calls', documents: 'Documents', streams: 'Event streams', jobs: 'Jobs' } as const;

/** One domain's function with its log and a role that holds what the domain's contract rows need, no more. */
export class DomainFunction extends Construct {
  readonly function: lambda.Function;

  constructor(scope: Construct, id: string, props: DomainFunctionProps) {
    super(scope, id);
    const { entry } = props;
    const logGroup = new logs.LogGroup(this, 'Log', {
      logGroupName: logGroupName(props.prefix, entry.name),
      retention: logs.RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    for (const statement of statements(props)) role.addToPolicy(statement);
    const { files, jobs, identity } = privilegesOf(entry.calls, entry.jobs);
    for (const { folder } of files) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:${Stack.of(this).partition}:s3:::${props.prefix}-${fileFolders[folder]}-<AWS::AccountId>-<AWS::Region>/${folder}/*]`,
        reason: 'Each file gets a name of its own when it is made, in this one folder.',
      });
    }

    const { memory, timeout } = shape[entry.kind];
    this.function = new lambda.Function(this, 'Function', {
      functionName: `${props.prefix}-${entry.name}`,
      description: `${contents[entry.kind]} of the domain ${entry.domain}`,
      code: lambda.Code.fromAsset(props.bundle),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: memory,
      timeout,
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      environment: {
        ...props.environment,
        ...(entry.kind === 'streams' ? { NODE_OPTIONS: streamNodeOptions } : {}),
        TABLE_NAME: props.table.tableName,
        ...(props.keys ? { KEYS_TABLE_NAME: props.keys.tableName } : {}),
        ...(jobs.length > 0 ? { JOB_MACHINES: machineArn(this, props.prefix) } : {}),
        ...Object.fromEntries(
          files
            .map(({ folder }) => fileFolders[folder])
            .map((bucket) => [`${bucket.toUpperCase()}_BUCKET`, bucketName(props.prefix, bucket)]),
        ),
        ...(identity.length > 0
          ? { USER_POOL_ID: props.userPool.userPoolId, USER_POOL_CLIENT_ID: props.userPoolClient.userPoolClientId }
          : {}),
      },
    });
  }
}

/** A state machine by its name, or the beginning of several: the functions know them before they are there. */
const machineArn = (scope: Construct, name: string): string =>
  Stack.of(scope).formatArn({
    service: 'states',
    resource: 'stateMachine',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/** The files in a folder. */
function folderArn(scope: Construct, prefix: string, folder: FileFolder): string {
  return Stack.of(scope).formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: bucketName(prefix, fileFolders[folder]),
    resourceName: keyIn(folder, '*'),
  });
}

function statements({ entry, table, keys, userPool, prefix }: DomainFunctionProps): iam.PolicyStatement[] {
  const { identity, jobs, files } = privilegesOf(entry.calls, entry.jobs);
  const arnOf = (place: TableResource): string => {
    if (place === 'table') return table.tableArn;
    if (place !== 'keys') return `${table.tableArn}/index/${place.slice('index '.length)}`;
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
    ...allow('StartJobs', jobs, [machineArn(table, jobMachineName(prefix, entry.domain))]),
    ...files.flatMap(({ folder, actions }) => allow(pascalCase(folder), actions, [folderArn(table, prefix, folder)])),
  ];
}
