import { OperatorError } from '../operators/operator-error.ts';
import { howToRaise, quotas } from '../quotas/quotas.ts';
import { gatewayErrorBody, gatewayErrors } from './gateway-errors.ts';

/** A call as API Gateway needs to know it. */
export interface DeployedCall {
  method: string;
  /** As the contract writes it: `/api/student/{id}`. */
  path: string;
  /** ARN of the function that answers. */
  functionArn: string;
  /** Whether the answer is a stream of events, which go out as they are written. */
  streams: boolean;
}

/** `partition` and `region` of the stack: both are in the address that API Gateway invokes a function at. */
export interface AwsPartitionAndRegion {
  partition: string;
  region: string;
}

/**
 * How many resources the paths of an API make: each beginning of a path is one, `/`, `/api`, `/api/student`,
 * `/api/student/{id}`.
 */
export const countResources = (paths: readonly string[]): number =>
  new Set(paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/')))).size;

/** What to do when an API has used up its resources. */
export const moreResources = `${howToRaise('apiResources')} for the API of each school, deploy, and raise it in infra/quotas/quotas.ts.`;

/** Milliseconds that a stream may last; an answer that is no stream has API Gateway's own 29 seconds. */
const streamTimeout = 120_000;

/** The security scheme's name within the document: the one that AWS's own tools give it. */
const originKey = 'api_key';

/**
 * The whole REST API as the one document that API Gateway imports: each call with its function, and the errors that API
 * Gateway answers by itself. OpenAPI 3.0.1, for it reads no later version; what a call takes and answers is not in it,
 * for the functions check that themselves (ADR 0004).
 * @throws {OperatorError} where API Gateway would refuse so many resources
 */
export function apiDefinition(
  title: string,
  calls: readonly DeployedCall[],
  place: AwsPartitionAndRegion,
): Record<string, unknown> {
  const resources = countResources(calls.map(({ path }) => path));
  if (resources > quotas.apiResources.value) {
    throw new OperatorError(
      `The API has ${resources} resources, and API Gateway takes ${quotas.apiResources.value}: ${moreResources}`,
    );
  }
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const operations = paths[call.path] ?? {};
    operations[call.method.toLowerCase()] = operationOf(call, place);
    paths[call.path] = operations;
  }
  return {
    openapi: '3.0.1',
    info: { title, version: '1', description: 'The calls of shared/product.ts; reached through CloudFront' },
    paths,
    components: { securitySchemes: { [originKey]: { type: 'apiKey', name: 'x-api-key', in: 'header' } } },
    // PDFs pass through as bytes; JSON does not mind.
    'x-amazon-apigateway-binary-media-types': ['*/*'],
    // Bytes; CloudFront compresses only what it may cache.
    'x-amazon-apigateway-minimum-compression-size': 1024,
    'x-amazon-apigateway-gateway-responses': Object.fromEntries(
      gatewayErrors.map((error) => [
        error.type,
        {
          ...(error.status === undefined ? {} : { statusCode: String(error.status) }),
          responseParameters: { 'gatewayresponse.header.Cache-Control': "'no-store'" },
          responseTemplates: { 'application/json': gatewayErrorBody(error) },
        },
      ]),
    ),
  };
}

function operationOf({ path, functionArn, streams }: DeployedCall, { partition, region }: AwsPartitionAndRegion) {
  // `{proxy+}` takes the rest of a path.
  const fields = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, field]) => field);
  // Streaming is another action of Lambda, of another version of its interface.
  const [version, action] = streams ? ['2021-11-15', 'response-streaming-invocations'] : ['2015-03-31', 'invocations'];
  return {
    parameters: fields.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    security: [{ [originKey]: [] }],
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      // Lambda is always invoked by POST, whatever the call's own method.
      httpMethod: 'POST',
      uri: `arn:${partition}:apigateway:${region}:lambda:path/${version}/functions/${functionArn}/${action}`,
      ...(streams ? { responseTransferMode: 'STREAM', timeoutInMillis: streamTimeout } : {}),
    },
  };
}
