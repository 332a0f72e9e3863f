import { Duration } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { fileFolders } from '#shared/http/contract.ts';
import type { BuildEntry } from '../build/entries.ts';
import { nodeOptionsOf } from '../build/node-options.ts';
import { machineArn } from '../rights/function-rights.ts';
import type { FunctionRoles } from '../rights/function-roles.ts';
import { requiredPrivileges } from '../rights/least-privilege.ts';
import type { MailSender } from '../workflows/school-mailing.ts';
import type { GradualTraffic } from './gradual-traffic.ts';
import { bucketName } from './names-in-stack.ts';
import { schoolFilePath } from './school-layer.ts';

export interface DomainFunctionProps {
  /** For example `formroom-demo`. */
  prefix: string;
  entry: BuildEntry;
  /** Folder of the built function. */
  bundle: string;
  table: dynamodb.ITableV2;
  /** The table of records that are written once. */
  trail: dynamodb.ITableV2;
  /** Where the keys are that sign cookies and cards; of workers, one signs. */
  keys?: dynamodb.ITableV2;
  userPool: cognito.IUserPool;
  userPoolClient: cognito.IUserPoolClient;
  /** What functions that sign sign with; absent where the school has no key in KMS. */
  keyInKms?: kms.IKey | undefined;
  /** What the worker that sends e-mails sends with; absent where the school sends none. */
  mailSender?: MailSender | undefined;
  environment: Record<string, string>;
  /** The log of all functions of the stack. */
  logGroup: logs.ILogGroup;
  roles: FunctionRoles;
  isTraced: boolean;
  /** Executions that no other function may take, nor this one more; null or absent where it shares the account's. */
  reservedExecutions?: number | null;
  /** Holds the school's file. */
  school: lambda.ILayerVersion;
  /** What gives its new versions their calls; absent where they get all at once. */
  gradualTraffic?: GradualTraffic | undefined;
}

/**
 * Lambda gives processor time with memory, a whole core at 1,769 MB. JSON calls mostly wait for DynamoDB, and half a
 * core keeps their cold start short; printing is arithmetic from end to end and gets the core. At a school's load
 * either is within the free tier.
 */
const shape = {
  api: { memory: 1024, timeout: Duration.seconds(10) },
  documents: { memory: 1769, timeout: Duration.seconds(29) },
  streams: { memory: 1769, timeout: Duration.minutes(2) },
  jobs: { memory: 1769, timeout: Duration.minutes(2) },
} as const;

const contents = { api: 'Calls', documents: 'Documents', streams: 'Event streams', jobs: 'Jobs' } as const;

/**
 * The alias by which everything calls a function: a deployment turns it to a new version, at once or gradually, and
 * back when that fails (ADR 0104, 0109).
 */
export const liveAliasName = 'live';

/** One domain's function with a role that holds what the domain's contract rows need, no more. */
export class DomainFunction extends Construct {
  /** The version that is in use: what is called, never the function itself. */
  readonly live: lambda.IFunction;

  constructor(scope: Construct, id: string, props: DomainFunctionProps) {
    super(scope, id);
    const { entry, logGroup } = props;
    const { files, jobs, identity, keyInKms, mail } = requiredPrivileges(entry);
    const { memory, timeout } = shape[entry.kind];
    const nodeOptions = nodeOptionsOf(entry);
    const domainFunction = new lambda.Function(this, 'Function', {
      functionName: `${props.prefix}-${entry.name}`,
      description: `${contents[entry.kind]} of the domain ${entry.domain}`,
      code: lambda.Code.fromAsset(props.bundle),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: memory,
      timeout,
      ...(props.reservedExecutions ? { reservedConcurrentExecutions: props.reservedExecutions } : {}),
      role: props.roles.of(props),
      ...(props.isTraced ? { tracing: lambda.Tracing.ACTIVE } : {}),
      layers: [props.school],
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      environment: {
        ...props.environment,
        SCHOOL_FILE: schoolFilePath,
        ...(nodeOptions === undefined ? {} : { NODE_OPTIONS: nodeOptions }),
        TABLE_NAME: props.table.tableName,
        TRAIL_TABLE_NAME: props.trail.tableName,
        ...(props.keys ? { KEYS_TABLE_NAME: props.keys.tableName } : {}),
        ...(keyInKms.length > 0 && props.keyInKms ? { CARD_KEY: props.keyInKms.keyArn } : {}),
        ...(jobs.length > 0 ? { JOB_MACHINES: machineArn(this, props.prefix) } : {}),
        ...Object.fromEntries(
          files
            .map(({ folder }) => fileFolders[folder])
            .map((bucket) => [`${bucket.toUpperCase()}_BUCKET`, bucketName(this, props.prefix, bucket)]),
        ),
        ...(mail.length > 0 && props.mailSender ? { MAIL_CONFIGURATION_SET: props.mailSender.configurationSet } : {}),
        ...(identity.length > 0
          ? { USER_POOL_ID: props.userPool.userPoolId, USER_POOL_CLIENT_ID: props.userPoolClient.userPoolClientId }
          : {}),
      },
    });
    // CDK's own classes do not fit its interfaces under exactOptionalPropertyTypes.
    const version = domainFunction.currentVersion as lambda.IVersion;
    const alias = new lambda.Alias(this, 'Live', { aliasName: liveAliasName, version });
    props.gradualTraffic?.shift(entry.name, { alias, of: domainFunction });
    this.live = alias as lambda.IFunction;
  }
}
