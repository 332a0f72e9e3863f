import { beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '#shared/contracts.ts';
import { errorBody } from '#shared/http/error-body.ts';
import { entries } from '../../infra/entries.ts';
import { streamNodeOptions } from '../../infra/node-options.ts';
import { demoTemplates, ofType, only, type Resource, type Template, type Templates } from './templates.ts';

let api: Template;
let templates: Templates;
beforeAll(() => {
  templates = demoTemplates();
  api = templates.api;
});

describe('the REST API', () => {
  it('has every documented call exactly once, and nothing else', () => {
    const deployed = methods(api).map(({ method, path }) => `${method} ${path}`);
    expect(deployed.toSorted()).toEqual(allCalls.map(({ call }) => `${call.method} ${call.path}`).toSorted());
  });

  it('hands each call to the function of its domain, documents to the documents’ function', () => {
    const wanted = Object.fromEntries(
      entries().flatMap(({ name, calls }) =>
        calls.map(({ method, path }) => [`${method} ${path}`, `formroom-demo-${name}`]),
      ),
    );
    const deployed = methods(api).map(({ method, path, properties }) => [`${method} ${path}`, functionOf(properties)]);
    expect(Object.fromEntries(deployed)).toEqual(wanted);
  });

  it('streams the calls that answer event by event, and no other', () => {
    for (const { method, path, properties } of methods(api)) {
      const row = allCalls.find(({ call }) => call.method === method && call.path === path);
      const isStream = row?.call.produces === 'text/event-stream';
      expect(properties.Integration.ResponseTransferMode, path).toBe(isStream ? 'STREAM' : undefined);
      if (isStream) expect(JSON.stringify(properties.Integration.Uri)).toContain('response-streaming-invocations');
    }
  });

  it('gives the functions that stream the small young generation that keeps a level below 256 MB, and no other', () => {
    const options = ofType(api, 'AWS::Lambda::Function').map(({ Properties }) => [
      Properties.FunctionName,
      Properties.Environment.Variables.NODE_OPTIONS,
    ]);
    const wanted = entries().map(({ name, kind }) => [
      `formroom-demo-${name}`,
      kind === 'streams' ? streamNodeOptions : undefined,
    ]);
    expect(new Map(options as never)).toEqual(new Map(wanted as never));
  });

  it('answers nobody who does not come through CloudFront', () => {
    for (const { properties } of methods(api)) expect(properties.ApiKeyRequired).toBe(true);
    const [origin] = only(templates.web, 'AWS::CloudFront::Distribution').Properties.DistributionConfig.Origins.filter(
      (each: Record<string, unknown>) => each.CustomOriginConfig && JSON.stringify(each).includes('execute-api'),
    );
    expect(origin.OriginCustomHeaders).toEqual([
      { HeaderName: 'x-api-key', HeaderValue: only(templates.web, 'AWS::ApiGateway::ApiKey').Properties.Value },
    ]);
    expect(JSON.stringify(origin.OriginCustomHeaders)).toContain('{{resolve:secretsmanager:');
  });

  it('is regional, passes bytes through and compresses answers', () => {
    const { Properties } = only(api, 'AWS::ApiGateway::RestApi');
    expect(Properties).toMatchObject({
      EndpointConfiguration: { Types: ['REGIONAL'] },
      BinaryMediaTypes: ['*/*'],
      MinimumCompressionSize: 1024,
    });
  });

  it('throttles, and logs calls without bodies, queries, ids or addresses', () => {
    const { Properties } = only(api, 'AWS::ApiGateway::Stage');
    const [all] = Properties.MethodSettings;
    expect(all).toMatchObject({ HttpMethod: '*', ResourcePath: '/*', DataTraceEnabled: false });
    expect(all.ThrottlingRateLimit).toBeGreaterThan(0);
    expect(all.ThrottlingBurstLimit).toBeGreaterThan(0);
    const logged: string[] = Object.values(JSON.parse(Properties.AccessLogSetting.Format));
    expect(logged).toContain('$context.resourcePath');
    // $context.path holds the ids; identity the caller's address and browser.
    for (const field of logged) expect(field).not.toMatch(/\$context\.(path|identity|authorizer|requestOverride)/);
  });

  it('lets API Gateway invoke each function once, not once a call', () => {
    expect(ofType(api, 'AWS::Lambda::Permission')).toHaveLength(entries().length);
  });
});

describe('an error that API Gateway answers by itself', () => {
  it('carries the error body of every call', () => {
    const answers = ofType(api, 'AWS::ApiGateway::GatewayResponse');
    expect(answers.length).toBeGreaterThan(0);
    for (const { Properties } of answers) {
      const body = errorBody.parse(JSON.parse(Properties.ResponseTemplates['application/json']));
      expect(body.errors.message[0]).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('has the status that rule 31 gives it', () => {
    const status = Object.fromEntries(
      ofType(api, 'AWS::ApiGateway::GatewayResponse').map(({ Properties }) => [
        Properties.ResponseType,
        Properties.StatusCode,
      ]),
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
    const functions = ofType(api, 'AWS::Lambda::Function');
    expect(functions).toHaveLength(entries().length);
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      const isStream = Properties.FunctionName.endsWith('-streams');
      expect(Properties.Timeout).toBeLessThanOrEqual(isStream ? 120 : 29);
      expect(Properties.LoggingConfig.LogGroup).toBeDefined();
    }
    for (const { Properties } of ofType(api, 'AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(90);
  });

  it('knows the table and the school, and the user pool only where its calls need it', () => {
    const needing = new Set(
      allCalls.filter(({ call }) => call.needs.identity).map(({ domain }) => `formroom-demo-${domain}`),
    );
    expect(needing.size).toBeGreaterThan(0);
    for (const { Properties } of ofType(api, 'AWS::Lambda::Function')) {
      const variables = Properties.Environment.Variables;
      expect(variables).toMatchObject({ TABLE_NAME: 'formroom-demo', SCHOOL_FILE: '/var/task/school.json' });
      expect(variables.ORIGIN).toMatch(/^https:\/\//);
      expect('USER_POOL_ID' in variables).toBe(needing.has(Properties.FunctionName));
      expect('USER_POOL_CLIENT_ID' in variables).toBe(needing.has(Properties.FunctionName));
    }
  });
});

interface Method {
  method: string;
  path: string;
  properties: Resource['Properties'];
}

/** The methods of a REST API with the path that leads to each. */
function methods(template: Template): Method[] {
  const pathOf = (reference: Record<string, unknown>): string => {
    const id = reference.Ref;
    if (typeof id !== 'string') return '';
    const { ParentId, PathPart } = template.Resources[id]?.Properties ?? {};
    return `${pathOf(ParentId)}/${PathPart}`;
  };
  return ofType(template, 'AWS::ApiGateway::Method').map(({ Properties }) => ({
    method: Properties.HttpMethod,
    path: pathOf(Properties.ResourceId),
    properties: Properties,
  }));
}

/** Name of the function that a method is integrated with. */
function functionOf(properties: Resource['Properties']): string | undefined {
  const id = JSON.stringify(properties.Integration.Uri).match(/"Fn::GetAtt":\["([^"]+)","Arn"\]/)?.[1] ?? '';
  return api.Resources[id]?.Properties.FunctionName;
}
