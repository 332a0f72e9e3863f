import { beforeAll, describe, expect, it } from 'vitest';
import type { CallRow } from '#shared/http/contract.ts';
import { errorBody } from '#shared/http/error-body.ts';
import { allDeployedCalls } from '#shared/product.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { callEntries } from '../../../infra/build/entries.ts';
import { heapOfSchool, smallYoungGeneration } from '../../../infra/build/node-options.ts';
import { ApiStack } from '../../../infra/stacks/api.ts';
import { DataStack } from '../../../infra/stacks/data.ts';
import {
  demoTemplates,
  functionBehind,
  loadDemoSchool,
  onlyResource,
  placeholderParts,
  resourcesOfType,
  synthesize,
  type Template,
  type Templates,
  testApp,
} from './templates.ts';

let api: Template;
let templates: Templates;
beforeAll(() => {
  templates = demoTemplates();
  api = templates.api;
});

describe('the REST API', () => {
  it('has every documented call exactly once, and nothing else', () => {
    const deployed = methods(api).map(({ method, path }) => `${method} ${path}`);
    expect(deployed.toSorted()).toEqual(allDeployedCalls.map(({ call }) => `${call.method} ${call.path}`).toSorted());
  });

  it('hands each call to the function of its domain, documents to the documents’ function', () => {
    const wanted = Object.fromEntries(
      callEntries().flatMap(({ name, calls }) =>
        calls.map(({ method, path }) => [`${method} ${path}`, `formroom-demo-${name}`]),
      ),
    );
    const deployed = methods(api).map((each) => [`${each.method} ${each.path}`, functionOf(each)]);
    expect(Object.fromEntries(deployed)).toEqual(wanted);
  });

  it('streams the calls that answer event by event or with spreadsheets of the whole register, and no other', () => {
    const large = ['/api/registration-data-spreadsheet', '/api/spreadsheet-student-data'];
    for (const each of methods(api)) {
      const { method, path } = each;
      const row = allDeployedCalls.find(({ call }) => call.method === method && call.path === path);
      const isStream = row?.call.produces === 'text/event-stream' || large.includes(path);
      const { responseTransferMode, timeoutInMillis, uri } = integrationOf(each);
      expect(responseTransferMode, path).toBe(isStream ? 'STREAM' : undefined);
      expect(timeoutInMillis, path).toBe(isStream ? 120_000 : undefined);
      expect(JSON.stringify(uri).includes('/2021-11-15/functions/'), path).toBe(isStream);
      expect(JSON.stringify(uri)).toContain(isStream ? '/response-streaming-invocations' : '/invocations');
    }
  });

  it('invokes every function by POST, as Lambda asks, and lets it answer alone', () => {
    for (const each of methods(api)) {
      expect(integrationOf(each)).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
    }
  });

  it('gives the functions that stream, and the one that reads a whole school, the heap that keeps their memory low, and no other', () => {
    const options = resourcesOfType(api, 'AWS::Lambda::Function').map(({ Properties }) => [
      Properties.FunctionName,
      Properties.Environment.Variables.NODE_OPTIONS,
    ]);
    const wanted = callEntries().map(({ name, kind }) => [
      `formroom-demo-${name}`,
      name === 'move-in-documents' ? heapOfSchool : kind === 'streams' ? smallYoungGeneration : undefined,
    ]);
    expect(new Map(options as never)).toEqual(new Map(wanted as never));
  });

  it('answers nobody who does not come through CloudFront', () => {
    const { securitySchemes } = definition(api).components;
    for (const { operation, path } of methods(api)) {
      const [[scheme] = []] = (operation.security ?? []).map(Object.keys);
      expect(operation.security, path).toHaveLength(1);
      expect(securitySchemes[scheme ?? ''], path).toEqual({ type: 'apiKey', in: 'header', name: 'x-api-key' });
    }
    const [origin] = onlyResource(
      templates.web,
      'AWS::CloudFront::Distribution',
    ).Properties.DistributionConfig.Origins.filter(
      (each: Record<string, unknown>) => each.CustomOriginConfig && JSON.stringify(each).includes('execute-api'),
    );
    expect(origin.OriginCustomHeaders).toEqual([
      { HeaderName: 'x-api-key', HeaderValue: onlyResource(templates.web, 'AWS::ApiGateway::ApiKey').Properties.Value },
    ]);
    expect(JSON.stringify(origin.OriginCustomHeaders)).toContain('{{resolve:secretsmanager:');
  });

  it('is regional, passes bytes through and compresses answers', () => {
    const { Properties } = onlyResource(api, 'AWS::ApiGateway::RestApi');
    expect(Properties.EndpointConfiguration).toEqual({ Types: ['REGIONAL'] });
    expect(definition(api)).toMatchObject({
      'x-amazon-apigateway-binary-media-types': ['*/*'],
      'x-amazon-apigateway-minimum-compression-size': 1024,
    });
  });

  it('is in an OpenAPI version that API Gateway imports', () => {
    expect(definition(api).openapi).toBe('3.0.1');
    expect(JSON.stringify(definition(api))).not.toContain('"$ref"');
  });

  it('is deployed again when a call is added or goes, and only then', () => {
    const [first, ...rest] = callEntries().find(({ name }) => name === 'auth')?.calls ?? [];
    if (!first) throw new Error('There is no call');
    const today = deploymentOf(apiWith([first, ...rest]));
    expect(deploymentOf(apiWith([first, ...rest]))).toBe(today);
    expect(deploymentOf(apiWith(rest))).not.toBe(today);
    expect(deploymentOf(apiWith([first, ...rest, { ...first, path: '/api/one-more' }]))).not.toBe(today);
  });

  it('throttles by the school’s size, and strangers’ calls each apart from all others', () => {
    // 30 classes: 60 teachers who save two marks a second, and one in 25 of 1,050 students; 1,110 sign in in a minute.
    expect(throttlesOf(loadDemoSchool())).toEqual({ stage: [162, 324], plan: [162, 324], stranger: [19, 38] });
    const small = { ...loadDemoSchool(), size: { students: 100, teachers: 8 } };
    expect(throttlesOf(small)).toEqual({ stage: [20, 40], plan: [20, 40], stranger: [5, 10] });
  });

  it('has no throttle of a single call in the stage: a school is closed by that of all', () => {
    const { Properties } = onlyResource(api, 'AWS::ApiGateway::Stage');
    expect(Properties.MethodSettings).toHaveLength(1);
  });

  it('knows as a stranger’s each call that is answered without a session, and no other', () => {
    const { Properties } = onlyResource(demoTemplates().web, 'AWS::ApiGateway::UsagePlan');
    const ofOptions = [
      '/.well-known/did.json/GET',
      '/api/card-status/GET',
      '/api/card-status/{list}/GET',
      '/api/linked-report-card/POST',
      '/api/linked-report/POST',
      '/api/report-link-open/POST',
      '/api/student-change-password/POST',
      '/api/student-login/POST',
      // A program has a token, and no session.
      '/ims/{proxy+}/GET',
      '/ims/{proxy+}/POST',
    ];
    const known = new Set(allDeployedCalls.map(({ call: { path, method } }) => `${path}/${method}`));
    expect(Object.keys(Properties.ApiStages[0].Throttle).toSorted()).toEqual(
      [
        '/api/admin-login/POST',
        '/api/employee-change-password/POST',
        '/api/employee-login/POST',
        '/api/health/GET',
        '/api/sign-in-code/POST',
        '/api/sign-in-set-up-code/POST',
        '/api/sign-in-set-up/POST',
        '/login/POST',
        '/sanctum/csrf-cookie/GET',
        // A core without them has none of their calls.
        ...ofOptions.filter((call) => known.has(call)),
      ].toSorted(),
    );
  });

  it('logs calls without bodies, queries, ids or addresses', () => {
    const { Properties } = onlyResource(api, 'AWS::ApiGateway::Stage');
    const [all] = Properties.MethodSettings;
    expect(all).toMatchObject({ HttpMethod: '*', ResourcePath: '/*', DataTraceEnabled: false });
    const logged: string[] = Object.values(JSON.parse(Properties.AccessLogSetting.Format));
    expect(logged).toContain('$context.resourcePath');
    // $context.path holds the ids; identity the caller's address and browser.
    for (const field of logged) expect(field).not.toMatch(/\$context\.(path|identity|authorizer|requestOverride)/);
  });

  it('lets API Gateway invoke each function once, not once a call', () => {
    const permissions = resourcesOfType(api, 'AWS::Lambda::Permission').map(({ Properties }) => Properties);
    const permitted = permissions.map(({ FunctionName }) => functionBehind(api, FunctionName));
    expect(permitted.toSorted()).toEqual(
      callEntries()
        .map(({ name }) => `formroom-demo-${name}`)
        .toSorted(),
    );
    for (const { Action, Principal, SourceArn } of permissions) {
      expect([Action, Principal]).toEqual(['lambda:InvokeFunction', 'apigateway.amazonaws.com']);
      expect(JSON.stringify(SourceArn)).toMatch(/:execute-api:.*"Ref":"Api[^"]*"},"\/\*\/\*\/\*"/);
    }
  });
});

describe('an error that API Gateway answers by itself', () => {
  it('carries the error body of every call', () => {
    const answers = Object.values<Answer>(gatewayAnswers());
    expect(answers.length).toBeGreaterThan(0);
    for (const { responseTemplates, responseParameters } of answers) {
      const body = errorBody.parse(JSON.parse(responseTemplates['application/json']));
      expect(body.errors.message[0]).toMatch(/^[A-Z].*\.$/);
      expect(responseParameters).toEqual({ 'gatewayresponse.header.Cache-Control': "'no-store'" });
    }
  });

  it('has the status that rule 31 gives it', () => {
    const status = Object.fromEntries(
      Object.entries<Answer>(gatewayAnswers()).map(([type, { statusCode }]) => [type, statusCode]),
    );
    expect(status).toMatchObject({
      MISSING_AUTHENTICATION_TOKEN: '404',
      INVALID_API_KEY: '403',
      REQUEST_TOO_LARGE: '413',
      THROTTLED: '429',
    });
    expect(Object.keys(status)).toEqual(expect.arrayContaining(['DEFAULT_4XX', 'DEFAULT_5XX']));
  });
});

describe('a function', () => {
  it('runs on Node 24 and ARM, answers before API Gateway gives up and keeps its log three months', () => {
    const functions = resourcesOfType(api, 'AWS::Lambda::Function');
    expect(functions).toHaveLength(callEntries().length);
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      const isStream = Properties.FunctionName.endsWith('-streams');
      expect(Properties.Timeout).toBeLessThanOrEqual(isStream ? 120 : 29);
      expect(Properties.LoggingConfig.LogGroup).toBeDefined();
    }
    for (const { Properties } of resourcesOfType(api, 'AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBe(90);
  });

  it('has executions of its own where it signs people in and the school file says so, and no other function has', () => {
    const reservedIn = ({ api: template }: Pick<Templates, 'api'>) =>
      resourcesOfType(template, 'AWS::Lambda::Function').flatMap(({ Properties }) =>
        Properties.ReservedConcurrentExecutions === undefined
          ? []
          : [[Properties.FunctionName, Properties.ReservedConcurrentExecutions]],
      );
    expect(reservedIn({ api })).toEqual([]);
    const { demo: reserving } = synthesize([{ ...loadDemoSchool(), reservedForSignIn: 20 }]);
    expect(reserving && reservedIn(reserving)).toEqual([['formroom-demo-auth', 20]]);
  });

  it('knows the tables and the school, and the user pool only where its calls need it', () => {
    const needing = new Set(
      allDeployedCalls
        .filter(({ call }) => call.needs.identity)
        .map(({ domain, call }) => `formroom-demo-${domain}${call.kind ? `-${call.kind}` : ''}`),
    );
    expect(needing.size).toBeGreaterThan(0);
    for (const { Properties } of resourcesOfType(api, 'AWS::Lambda::Function')) {
      const variables = Properties.Environment.Variables;
      expect(variables).toMatchObject({
        TABLE_NAME: 'formroom-demo',
        TRAIL_TABLE_NAME: 'formroom-demo-trail',
        SCHOOL_FILE: '/opt/school.json',
      });
      expect(variables.ORIGIN).toMatch(/^https:\/\//);
      expect('USER_POOL_ID' in variables).toBe(needing.has(Properties.FunctionName));
      expect('USER_POOL_CLIENT_ID' in variables).toBe(needing.has(Properties.FunctionName));
    }
  });

  it('finds the school’s file in a layer, so that its own code is that of every school', () => {
    const [layer, ...others] = Object.keys(api.Resources).filter(
      (id) => api.Resources[id]?.Type === 'AWS::Lambda::LayerVersion',
    );
    expect(others).toEqual([]);
    for (const { Properties } of resourcesOfType(api, 'AWS::Lambda::Function'))
      expect(Properties.Layers).toEqual([{ Ref: layer }]);
  });
});

type Limit = [rate: number, burst: number];

/** Of all calls of the stage, of the key that CloudFront shows, and of each stranger's call. */
function throttlesOf(school: SchoolFile): { stage: Limit; plan: Limit; stranger: Limit | undefined } {
  const { demo } = synthesize([school]);
  if (!demo) throw new Error('The school was not synthesized');
  const [all] = onlyResource(demo.api, 'AWS::ApiGateway::Stage').Properties.MethodSettings;
  const { Throttle, ApiStages } = onlyResource(demo.web, 'AWS::ApiGateway::UsagePlan').Properties;
  const limits = Object.values<{ RateLimit: number; BurstLimit: number }>(ApiStages[0].Throttle);
  const distinct = new Set(limits.map(({ RateLimit, BurstLimit }) => JSON.stringify([RateLimit, BurstLimit])));
  expect(distinct.size).toBe(1);
  return {
    stage: [all.ThrottlingRateLimit, all.ThrottlingBurstLimit],
    plan: [Throttle.RateLimit, Throttle.BurstLimit],
    stranger: limits.map(({ RateLimit, BurstLimit }): Limit => [RateLimit, BurstLimit])[0],
  };
}

interface Answer {
  statusCode?: string;
  responseParameters: Record<string, string>;
  responseTemplates: { 'application/json': string };
}

const gatewayAnswers = () => definition(api)['x-amazon-apigateway-gateway-responses'];

interface Method {
  method: string;
  path: string;
  operation: Operation;
}

interface Operation {
  security?: Record<string, string[]>[];
  'x-amazon-apigateway-integration': Record<string, unknown>;
}

/** The document that a template's API is made from. */
const definition = (template: Template) => onlyResource(template, 'AWS::ApiGateway::RestApi').Properties.Body;

/** The calls of the document with the path that leads to each. */
const methods = (template: Template): Method[] =>
  Object.entries<Record<string, Operation>>(definition(template).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const integrationOf = ({ operation }: Method) => operation['x-amazon-apigateway-integration'];

/** Name of the function that a method is integrated with, by the version of it that is in use. */
const functionOf = (method: Method): string | undefined => functionBehind(api, integrationOf(method).uri);

/** Logical id of the one deployment of a template, which its stage serves. */
function deploymentOf(template: Template): string {
  const [id, ...others] = Object.keys(template.Resources).filter(
    (each) => template.Resources[each]?.Type === 'AWS::ApiGateway::Deployment',
  );
  expect(others).toEqual([]);
  expect(onlyResource(template, 'AWS::ApiGateway::Stage').Properties.DeploymentId).toEqual({ Ref: id });
  return id ?? '';
}

/** The API's stack with one function and these calls. */
function apiWith(calls: readonly CallRow[]): Template {
  const app = testApp({ builtinCloudFormationValidation: false });
  const data = new DataStack(app, 'data', { name: 'formroom-demo', tableName: 'formroom-demo' });
  const stack = new ApiStack(app, 'api', {
    name: 'formroom-demo',
    tableName: 'formroom-demo',
    userPool: data.userPool,
    userPoolClient: data.userPoolClient,
    entries: callEntries().flatMap((entry) => (entry.name === 'auth' ? [{ ...entry, calls }] : [])),
    bundles: placeholderParts().functions,
    reservedForSignIn: null,
    throttle: { rate: 1, burst: 2 },
    tracing: 0,
    gradualTraffic: false,
    schoolFolder: placeholderParts().school,
    environment: {},
  });
  return app.synth().getStackByName(stack.stackName).template as Template;
}
