import { describe, expect, it } from 'vitest';
import {
  demoTemplates,
  loadDemoSchool,
  onlyResource,
  type Resource,
  resourcesOfType,
  synthesize,
  type Templates,
} from './templates.ts';

const traced = { ...loadDemoSchool(), tracing: 5 };
/** Its name begins like the other's. */
const longer = { ...traced, id: 'demo-north' };

const resources = (templates: Templates | undefined, type: string): Resource['Properties'][] =>
  Object.values(templates ?? {}).flatMap((template) =>
    resourcesOfType(template, type).map(({ Properties }) => Properties),
  );

describe('a school that is not traced', () => {
  it('has nothing of X-Ray: no rule, no right, no segment', () => {
    const text = JSON.stringify(demoTemplates());
    expect(text.match(/xray|XRay|"Trac\w+":(?!false|\{"Enabled":false\})/)).toBeNull();
  });
});

describe('a school that traces 5 % of its calls', () => {
  const { demo: school, 'demo-north': north } = synthesize([traced, longer]);

  it('traces from API Gateway to functions, and state machines to workers; no pupil’s call reaches the two others', () => {
    expect(school && onlyResource(school.api, 'AWS::ApiGateway::Stage').Properties.TracingEnabled).toBe(true);
    const functions = resources(school, 'AWS::Lambda::Function').filter(({ FunctionName }) => FunctionName);
    expect(functions.length).toBeGreaterThan(20);
    const untraced = functions.filter(({ TracingConfig }) => TracingConfig?.Mode !== 'Active');
    expect(untraced.map(({ FunctionName }) => FunctionName)).toEqual([
      'formroom-demo-leaving-workers',
      'formroom-demo-canary',
    ]);
    const machines = resources(school, 'AWS::StepFunctions::StateMachine');
    expect(machines.length).toBeGreaterThan(5);
    for (const { TracingConfiguration } of machines) expect(TracingConfiguration).toEqual({ Enabled: true });
  });

  const ruleOf = (templates: Templates | undefined) => {
    const [rule, ...others] = resources(templates, 'AWS::XRay::SamplingRule');
    expect(others).toEqual([]);
    return rule?.SamplingRule;
  };
  const matches = (pattern: string, name: string) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);

  it('has one rule, of the share alone, that is of its API and its state machines', () => {
    const rule = ruleOf(school);
    expect(rule).toMatchObject({ RuleName: 'formroom-demo', FixedRate: 0.05, ReservoirSize: 0, Version: 1 });
    const api = school && onlyResource(school.api, 'AWS::ApiGateway::RestApi').Properties.Name;
    const { StageName } = (school && onlyResource(school.api, 'AWS::ApiGateway::Stage').Properties) ?? {};
    const machines = resources(school, 'AWS::StepFunctions::StateMachine').map((machine) => machine.StateMachineName);
    for (const name of [`${api}/${StageName}`, ...machines]) expect(matches(rule.ServiceName, name), name).toBe(true);
    for (const all of [rule.Host, rule.HTTPMethod, rule.ResourceARN, rule.ServiceType, rule.URLPath])
      expect(all).toBe('*');
  });

  it('leaves a school whose name it begins to that one’s own rule, which X-Ray looks at first', () => {
    const [own, other] = [ruleOf(school), ruleOf(north)];
    expect(matches(own.ServiceName, 'formroom-demo-north/live')).toBe(true);
    expect(matches(other.ServiceName, 'formroom-demo/live')).toBe(false);
    expect(other.Priority).toBeLessThan(own.Priority);
    expect(other.Priority).toBeGreaterThan(0);
  });
});
