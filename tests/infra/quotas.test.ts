import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiDefinition, countResources } from '../../infra/api/api-definition.ts';
import { accountTemplate, demoTemplates, resourcesOfType, stackNames } from './stacks/templates.ts';

/**
 * How many of a kind an account, or an account in a region, has before it asks for more (Service Quotas, November
 * 2026).
 */
const quotas: Record<string, number> = {
  'AWS::CloudFront::ResponseHeadersPolicy': 20,
  'AWS::CloudFront::OriginRequestPolicy': 20,
  'AWS::CloudFront::OriginAccessControl': 100,
  'AWS::CloudFront::Function': 100,
  'AWS::CloudFront::Distribution': 200,
  'AWS::IAM::Role': 1000,
  'AWS::CloudFormation::Stack': 2000,
  'AWS::Events::Rule': 300,
  'AWS::ApiGateway::UsagePlan': 300,
  'AWS::ApiGateway::RestApi': 600,
  'AWS::Cognito::UserPool': 1000,
  'AWS::CloudWatch::Alarm': 5000,
  'AWS::StepFunctions::StateMachine': 10_000,
  'AWS::DynamoDB::GlobalTable': 2500,
  'AWS::S3::Bucket': 10_000,
};

/**
 * What is there besides the account's own stack: of `cdk bootstrap` for schools and for stages (five roles and a stack
 * each), what stages share (a stack), the pipeline's (three roles, a stack), and roles of AWS's services.
 */
const beside: Record<string, number> = { 'AWS::IAM::Role': 5 + 5 + 3 + 12, 'AWS::CloudFormation::Stack': 5 };

it('says in docs/operations/another-school.md how many schools an account takes, and what ends first', () => {
  const templates = demoTemplates();
  const account = accountTemplate();
  const schools = Object.entries(quotas).map(([type, quota]) => {
    const ofOne =
      type === 'AWS::CloudFormation::Stack'
        ? stackNames.length
        : stackNames.flatMap((part) => resourcesOfType(templates[part], type)).length;
    const ofAll = resourcesOfType(account, type).length + (beside[type] ?? 0);
    expect(ofOne + ofAll, type).toBeGreaterThan(0);
    return { type, takes: ofOne === 0 ? Number.POSITIVE_INFINITY : Math.floor((quota - ofAll) / ofOne) };
  });
  const order = schools.toSorted((a, b) => a.takes - b.takes);
  const page = readFileSync(new URL('../../docs/operations/another-school.md', import.meta.url), 'utf8');
  expect(page).toContain(`An account takes ${order[0]?.takes} schools before AWS has to be asked for more`);
  const told = /\| ([^|]+) \| ([\d,]+) \| (\d+) \|/g;
  const rows = [...page.slice(page.indexOf('An account takes')).matchAll(told)].map(([, what, quota, takes]) => ({
    what: what?.trim(),
    quota: Number(quota?.replaceAll(',', '')),
    takes: Number(takes),
  }));
  const first = order.filter(({ takes }) => takes < 200);
  expect(rows.map(({ takes }) => takes)).toEqual(first.map(({ takes }) => takes));
  expect(rows.map(({ quota }) => quota)).toEqual(first.map(({ type }) => quotas[type]));
});

describe('the resources of an API', () => {
  const calls = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ method: 'GET', path: `/${at}`, functionArn: 'arn', streams: false }));
  const place = { partition: 'aws', region: 'us-east-1' };

  it('are its paths and all their beginnings, each once', () => {
    // The root, /api, /api/student, /api/student/{id}, /logout.
    expect(countResources(['/api/student/{id}', '/api/student', '/logout'])).toBe(5);
    expect(countResources([])).toBe(0);
  });

  it('are refused where API Gateway would refuse them, with what to do', () => {
    expect(apiDefinition('formroom-demo', calls(299), place)).toHaveProperty('openapi');
    expect(() => apiDefinition('formroom-demo', calls(300), place)).toThrow(
      /^The API has 301 resources, and API Gateway takes 300: have the quota “Resources per API” raised/,
    );
  });
});
