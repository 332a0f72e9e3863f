import { RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import { type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { apiDefinition } from '../api/api-definition.ts';
import { stageName, type Throttle } from '../api/api-stage.ts';
import type { BuildEntry } from '../build/entries.ts';
import { DomainFunction } from '../constructs/domain-function.ts';
import { GradualTraffic, savesTypedText } from '../constructs/gradual-traffic.ts';
import { createSchoolLayer } from '../constructs/school-layer.ts';
import { keysTableName, logGroupName, pascalCase } from '../names.ts';
import { FunctionRoles } from '../rights/function-roles.ts';
import { SchoolTableReferences } from '../table/school-table-references.ts';
import { crashes, failedSignIns, lateSaves, refusals, toBeLookedAt } from '../watching/log-metrics.ts';
import { requestLogFields } from '../watching/request-log.ts';
import { addSamplingRule } from '../watching/sampling-rule.ts';
import { createWatchedLog } from '../watching/watched-log.ts';

export interface ApiStackProps extends StackProps {
  /** For example `formroom-demo`. */
  name: string;
  tableName: string;
  /** Of the function that signs people in; see the school file. */
  reservedForSignIn: number | null;
  /** Of each call. */
  throttle: Throttle;
  /** Percent of the calls; see the school file. */
  tracing: number;
  /** Of new versions of the functions that save; see the school file. */
  gradualTraffic: boolean;
  /** Signs for the school; absent where no key of KMS does. */
  keyInKms?: kms.IKey | undefined;
  userPool: cognito.IUserPool;
  userPoolClient: cognito.IUserPoolClient;
  entries: readonly BuildEntry[];
  /** Folder of each entry's built function, by the entry's name. */
  bundles: ReadonlyMap<string, string>;
  /** Folder that holds the school's file. */
  schoolFolder: string;
  /** Environment of every function, besides the table's name. */
  environment: Record<string, string>;
}

/**
 * Every documented call in one regional REST API, answered by its domain's function (ADR 0004). The calls are one
 * document and so one resource of the stack, however many they are (ADR 0004).
 */
export class ApiStack extends Stack {
  readonly api: apigateway.SpecRestApi;

  constructor(scope: Construct, id: string, { name, entries, bundles, environment, ...props }: ApiStackProps) {
    // A template may have 1 MB; indented, this one would be twice as large.
    super(scope, id, { ...props, suppressTemplateIndentation: true });
    const { table, trail } = new SchoolTableReferences(this, 'Table', props.tableName);
    // CDK's own classes do not fit its interfaces under exactOptionalPropertyTypes.
    const keys = TableV2.fromTableName(this, 'Keys', keysTableName(name)) as ITableV2;
    const logGroup = createWatchedLog(this, 'Log', {
      name,
      logGroupName: logGroupName(name, 'calls'),
      counts: [crashes, lateSaves, toBeLookedAt],
    });
    const isTraced = props.tracing > 0;
    if (isTraced) addSamplingRule(this, { name, percent: props.tracing });
    const roles = new FunctionRoles(this, 'Roles', { logGroup, isTraced });
    const school = createSchoolLayer(this, props.schoolFolder);
    const gradualTraffic = props.gradualTraffic ? new GradualTraffic(this, 'Gradual', { name, stageName }) : undefined;
    const functions = entries.map((entry) => {
      const bundle = bundles.get(entry.name);
      if (!bundle) throw new Error(`No bundle of ${entry.source}`);
      const domainFunction = new DomainFunction(this, pascalCase(entry.name), {
        prefix: name,
        entry,
        bundle,
        table,
        trail,
        keys,
        keyInKms: props.keyInKms,
        userPool: props.userPool,
        userPoolClient: props.userPoolClient,
        environment,
        logGroup,
        roles,
        isTraced,
        reservedExecutions: entry.name === 'auth' ? props.reservedForSignIn : null,
        school,
        gradualTraffic: savesTypedText(entry) ? gradualTraffic : undefined,
      });
      return { entry, handler: domainFunction.live };
    });
    const calls = functions.flatMap(({ entry, handler }) =>
      entry.calls.map(({ method, path }) => ({
        method,
        path,
        functionArn: handler.functionArn,
        streams: entry.kind === 'streams',
      })),
    );
    this.api = this.restApi({ name, isTraced, throttle: props.throttle, definition: apiDefinition(name, calls, this) });
    for (const { handler } of functions) {
      handler.addPermission('Api', {
        principal: new iam.ServicePrincipal('apigateway.amazonaws.com'),
        // Any call of any stage: one permission a function.
        sourceArn: this.api.arnForExecuteApi(),
      });
    }
  }

  private restApi({
    name,
    isTraced,
    throttle,
    definition,
  }: {
    name: string;
    isTraced: boolean;
    throttle: Throttle;
    definition: Record<string, unknown>;
  }): apigateway.SpecRestApi {
    const accessLog = createWatchedLog(this, 'AccessLog', {
      name,
      logGroupName: logGroupName(name, 'requests'),
      counts: [refusals, failedSignIns],
    });
    const api = new apigateway.SpecRestApi(this, 'Api', {
      restApiName: name,
      apiDefinition: apigateway.ApiDefinition.fromInline(definition),
      endpointTypes: [apigateway.EndpointType.REGIONAL],
      cloudWatchRole: false,
      deployOptions: {
        stageName,
        throttlingRateLimit: throttle.rate,
        throttlingBurstLimit: throttle.burst,
        loggingLevel: apigateway.MethodLoggingLevel.ERROR,
        // Would write bodies, which are pupils' data.
        dataTraceEnabled: false,
        metricsEnabled: false,
        tracingEnabled: isTraced,
        accessLogDestination: new apigateway.LogGroupLogDestination(accessLog),
        accessLogFormat: apigateway.AccessLogFormat.custom(JSON.stringify(requestLogFields)),
      },
    });
    // API Gateway would make it by itself, and keep it for ever.
    const executionLog = new LogGroup(this, 'ExecutionLog', {
      logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${stageName}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    api.deploymentStage.node.addDependency(executionLog);
    Validations.of(api).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'Every function checks its input against the contract’s own schema, which is stricter than JSON schema and answers 422 with a message per field.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason:
          'A web ACL costs more a month than everything else together, so it is a setting (`firewall`); the stage throttles, sign-in is throttled per account and address.',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason:
          'The function’s pipeline checks session, role and menu of each call against its contract row; tests generate the whole matrix.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'Sessions are opaque, server-side and revocable at once (rule 15); Cognito’s tokens are none of these.',
      },
    );
    return api;
  }
}
