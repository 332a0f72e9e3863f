import { describe, expect, it } from 'vitest';
import { deployArguments, upgradeArguments } from '../../../infra/operators/deployment/deploy-arguments.ts';
import { listShiftedBack } from '../../../infra/operators/deployment/shifted-back.ts';
import {
  demoTemplates,
  functionBehind,
  loadDemoSchool,
  onlyResource,
  type Resource,
  resourcesOfType,
  synthesize,
  type Template,
  type Templates,
} from './templates.ts';

const school = { ...loadDemoSchool(), gradualTraffic: true };
const { demo } = synthesize([school]) as { demo: Templates };
const usual = demoTemplates();

/** By hand: where marks, remarks and attendance are saved. */
const saving = ['formroom-demo-attendance', 'formroom-demo-mark-book', 'formroom-demo-mark-sheet'].concat([
  'formroom-demo-term-reports',
  'formroom-demo-weekly-tests',
]);

type Shifted = Resource & { UpdatePolicy?: { CodeDeployLambdaAliasUpdate: Record<string, { Ref: string }> } };
const shiftedAliases = (template: Template): [string, Shifted][] =>
  Object.entries(template.Resources).filter(([, each]) => 'UpdatePolicy' in each) as [string, Shifted][];

describe('a school whose file says nothing of gradual traffic', () => {
  it('has nothing of CodeDeploy, and no version that waits', () => {
    for (const template of Object.values(usual)) {
      expect(JSON.stringify(template)).not.toMatch(/codedeploy/i);
      expect(shiftedAliases(template)).toEqual([]);
    }
    expect(JSON.stringify(upgradeArguments(loadDemoSchool(), { version: 'abc' }))).not.toContain('--parameters');
  });
});

describe('a school with gradual traffic', () => {
  it('shifts the functions that save marks, remarks and attendance, and no other', () => {
    const shifted = shiftedAliases(demo.api).map(([id]) => functionBehind(demo.api, { Ref: id }));
    expect(shifted.toSorted()).toEqual(saving);
    for (const part of ['data', 'workflows', 'web', 'operations'] as const)
      expect(shiftedAliases(demo[part])).toEqual([]);
  });

  it('gives a new version a tenth of the calls for ten minutes, and none at an alarm; going back, all at once', () => {
    const groups = resourcesOfType(demo.api, 'AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(saving.length);
    const [[condition = '', said] = []] = Object.entries(demo.api.Conditions ?? {}).filter(([id]) =>
      id.startsWith('Gradual'),
    );
    expect(said).toEqual({ 'Fn::Equals': [{ Ref: 'NewVersions' }, 'gradually'] });
    expect(demo.api.Parameters?.NewVersions).toMatchObject({
      Default: 'gradually',
      AllowedValues: ['gradually', 'at once'],
    });
    const [alarm] = Object.entries(demo.api.Resources).find(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm') ?? [];
    for (const { Properties } of groups) {
      expect(Properties.DeploymentConfigName).toEqual({
        'Fn::If': [condition, 'CodeDeployDefault.LambdaCanary10Percent10Minutes', 'CodeDeployDefault.LambdaAllAtOnce'],
      });
      expect(Properties.AlarmConfiguration).toEqual({
        Alarms: [{ Name: { Ref: alarm } }],
        Enabled: { 'Fn::If': [condition, true, false] },
      });
      expect(Properties.AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
    }
  });

  it('has the group, its rights and its alarm before the alias that is shifted', () => {
    for (const [, { UpdatePolicy, DependsOn }] of shiftedAliases(demo.api)) {
      const group = UpdatePolicy?.CodeDeployLambdaAliasUpdate.DeploymentGroupName?.Ref ?? '';
      expect(demo.api.Resources[group]?.Type).toBe('AWS::CodeDeploy::DeploymentGroup');
      expect([DependsOn].flat()).toContain(group);
      const before = [demo.api.Resources[group]?.DependsOn].flat().map((id) => demo.api.Resources[id ?? '']?.Type);
      expect(before).toEqual(expect.arrayContaining(['AWS::IAM::Policy', 'AWS::IAM::Role']));
    }
  });

  it('lets CodeDeploy change the aliases of those functions alone', () => {
    const policies = resourcesOfType(demo.api, 'AWS::IAM::Policy').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('lambda:UpdateAlias'),
    );
    expect(policies).toHaveLength(1);
    const named = JSON.stringify(policies[0]?.Properties.PolicyDocument);
    const functions = Object.entries(demo.api.Resources).filter(([id]) => named.includes(`"${id}"`));
    expect(functions.map(([, { Properties }]) => Properties.FunctionName).toSorted()).toEqual(saving);
  });

  it('counts server errors of its own API, two in five minutes, and mails nobody', () => {
    const { Properties } = onlyResource(demo.api, 'AWS::CloudWatch::Alarm');
    expect(Properties).toMatchObject({
      AlarmName: 'formroom-demo-new-version-fails',
      Namespace: 'AWS/ApiGateway',
      MetricName: '5XXError',
      Period: 300,
      EvaluationPeriods: 1,
      Threshold: 2,
      TreatMissingData: 'notBreaching',
    });
    expect(Properties.AlarmActions).toBeUndefined();
    const { Name } = onlyResource(demo.api, 'AWS::ApiGateway::RestApi').Properties;
    expect(Properties.Dimensions).toEqual([
      { Name: 'ApiName', Value: Name },
      { Name: 'Stage', Value: 'live' },
    ]);
  });

  it('is upgraded gradually, and taken back at once: an alarm that is red would stop the way back', () => {
    const told = (runs: string[][]) => runs.flat().filter((word) => word.startsWith('formroom-demo-api:'));
    expect(told(upgradeArguments(school, { version: 'abc' }))).toEqual(['formroom-demo-api:NewVersions=gradually']);
    expect(told(deployArguments(school, { version: 'abc' }))).toEqual(['formroom-demo-api:NewVersions=at once']);
  });
});

describe('an upgrade that failed', () => {
  const since = new Date('2026-11-29T08:00:00.000Z');
  const asking = (deployments: Record<string, object>, asked: string[][] = []) => {
    return async (...words: string[]) => {
      asked.push(words);
      const id = words[words.indexOf('--deployment-id') + 1] ?? '';
      return words[1] === 'list-deployments' ? Object.keys(deployments) : deployments[id];
    };
  };

  it('says which function was given back, and why', async () => {
    const asked: string[][] = [];
    const deployments = {
      'd-1': { deploymentGroupName: 'attendance', errorInformation: { code: 'ALARM_ACTIVE', message: 'alarms' } },
      'd-2': { deploymentGroupName: 'mark-book', errorInformation: { code: 'IAM_ROLE_PERMISSIONS', message: 'no' } },
      'd-3': { deploymentGroupName: 'mark-sheet' },
    };
    expect(await listShiftedBack('formroom-demo', since, asking(deployments, asked))).toEqual([
      'attendance: calls failed while the new version had a tenth of them; it has none again.',
      'mark-book: CodeDeploy ended the shift (IAM_ROLE_PERMISSIONS: no).',
      'mark-sheet: CodeDeploy ended the shift (it does not say why).',
    ]);
    expect(asked[0]?.join(' ')).toContain('--application-name formroom-demo');
    expect(asked[0]?.join(' ')).toContain('start=2026-11-29T08:00:00.000Z');
  });

  it('says nothing of functions where another thing failed', async () => {
    expect(await listShiftedBack('formroom-demo', since, asking({}))).toEqual([]);
    expect(await listShiftedBack('formroom-demo', since, async () => null)).toEqual([]);
  });
});
