import { Duration, RemovalPolicy, Size, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { DomainFunction } from '../constructs/domain-function.ts';
import { SchoolTable } from '../constructs/school-table.ts';
import type { Entry } from '../entries.ts';
import { gatewayErrorBody, gatewayErrors } from '../gateway-errors.ts';
import { logGroupName, pascalCase } from '../names.ts';

export interface ApiStackProps extends StackProps {
  /** For example `formroom-demo`. */
  name: string;
  tableName: string;
  userPool: cognito.IUserPool;
  userPoolClient: cognito.IUserPoolClient;
  entries: readonly Entry[];
  /** Folder of each entry's built function, by the entry's name. */
  bundles: ReadonlyMap<string, string>;
  /** What every function is told, besides the table's name. */
  environment: Record<string, string>;
}

/**
 * Requests a second that one school may make: 62 teachers who each save a mark a second, with as much again to spare.
 * Above it a caller gets 429 and the outbox tries again; it also caps what a flood can cost.
 */
const throttling = { rate: 120, burst: 240 };

/** Events go out as they are written; a stream may last longer than an answer may. */
const streaming = {
  responseTransferMode: apigateway.ResponseTransferMode.STREAM,
  timeout: Duration.minutes(2),
} as const;

/** The stage's name; it is in no address that a browser sees. */
export const stageName = 'live';

/** Every documented call as one method of a regional REST API, answered by its domain's function (ADR 0004). */
export class ApiStack extends Stack {
  readonly api: apigateway.RestApi;

  constructor(scope: Construct, id: string, { name, entries, bundles, environment, ...props }: ApiStackProps) {
    super(scope, id, props);
    const table: dynamodb.ITableV2 = new SchoolTable(this, 'Table', props.tableName).table;

    this.api = this.restApi(name);
    for (const entry of entries) {
      const bundle = bundles.get(entry.name);
      if (!bundle) throw new Error(`No bundle of ${entry.source}`);
      const { function: handler } = new DomainFunction(this, pascalCase(entry.name), {
        prefix: name,
        entry,
        bundle,
        table,
        userPool: props.userPool,
        userPoolClient: props.userPoolClient,
        environment,
      });
      // One permission for the whole API instead of one a method: 500 resources is a stack's limit.
      const integration = new apigateway.LambdaIntegration(handler, {
        scopePermissionToMethod: false,
        ...(entry.kind === 'streams' ? streaming : {}),
      });
      for (const { method, path } of entry.calls) {
        this.api.root.resourceForPath(path).addMethod(method, integration, { apiKeyRequired: true });
      }
    }
    for (const error of gatewayErrors) this.answerInOurWords(error);
  }

  private restApi(name: string): apigateway.RestApi {
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      logGroupName: logGroupName(name, 'requests'),
      retention: logs.RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const api = new apigateway.RestApi(this, 'Api', {
      restApiName: name,
      description: 'The calls of shared/contracts.ts; reached through CloudFront',
      endpointTypes: [apigateway.EndpointType.REGIONAL],
      // PDFs pass through as bytes; JSON does not mind.
      binaryMediaTypes: ['*/*'],
      // CloudFront compresses only what it may cache.
      minCompressionSize: Size.kibibytes(1),
      cloudWatchRole: false,
      deployOptions: {
        stageName,
        throttlingRateLimit: throttling.rate,
        throttlingBurstLimit: throttling.burst,
        loggingLevel: apigateway.MethodLoggingLevel.ERROR,
        // Would write bodies, which are pupils' data.
        dataTraceEnabled: false,
        metricsEnabled: false,
        accessLogDestination: new apigateway.LogGroupLogDestination(accessLog),
        accessLogFormat: apigateway.AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    Validations.of(api).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'Every function checks its input against the contract’s own schema, which is stricter than JSON schema and answers 422 with a message per field.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason:
          'A web ACL costs more a month than everything else together; the stage throttles, sign-in is throttled per account and address.',
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

  private answerInOurWords(error: (typeof gatewayErrors)[number]): void {
    this.api.addGatewayResponse(pascalCase(error.type.toLowerCase().replaceAll('_', '-')), {
      type: apigateway.ResponseType.of(error.type),
      ...(error.status === undefined ? {} : { statusCode: String(error.status) }),
      responseHeaders: { 'Cache-Control': "'no-store'" },
      templates: { 'application/json': gatewayErrorBody(error) },
    });
  }
}

/** The path as the contract writes it, never as it was asked: ids and queries name pupils and stay out of the log. */
const accessLogFields = {
  request_id: '$context.requestId',
  at: '$context.requestTime',
  method: '$context.httpMethod',
  path: '$context.resourcePath',
  status: '$context.status',
  error: '$context.error.responseType',
  milliseconds: '$context.responseLatency',
  function_milliseconds: '$context.integration.latency',
  bytes: '$context.responseLength',
};
