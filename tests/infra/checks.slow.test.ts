import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { addSchoolStacks } from '../../infra/formroom-app.ts';
import { AccountStack, StagesStack } from '../../infra/stacks/account.ts';
import { packageScripts, projectFiles, readProjectFile } from './pages/project-pages.ts';
import {
  accountTemplate,
  cdkContext,
  findingsOfChecks,
  loadDemoSchool,
  placeholderParts,
  type Resource,
  resourcesOfType,
  stackNames,
  synthesize,
  type Template,
  type Templates,
  testApp,
} from './stacks/templates.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe('synthesis', () => {
  it('of a school passes CloudFormation’s rules and AWS Solutions', () => {
    const app = testApp();
    addSchoolStacks(app, loadDemoSchool(), placeholderParts());
    expect(findingsOfChecks(app)).toEqual([]);
  });

  it('of a school with a domain of its own, a card key in KMS, traced calls and versions that get them gradually passes as well', () => {
    const app = testApp();
    const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-0000-0000-000000000000';
    const domain = { name: 'marks.school.example', certificateArn };
    const file = { ...loadDemoSchool(), domain, tracing: 5, gradualTraffic: true };
    const optionSettings = { ...file.optionSettings, 'signed-cards': { keyInKms: 1 } };
    addSchoolStacks(app, { ...file, optionSettings }, placeholderParts());
    expect(findingsOfChecks(app)).toEqual([]);
  });

  it('of the account’s own stack passes as well', () => {
    const app = testApp();
    new AccountStack(app, 'formroom-account', {
      env: loadDemoSchool().aws,
      operatorEmail: loadDemoSchool().operatorEmail,
      sharedSets: 2,
    });
    expect(findingsOfChecks(app)).toEqual([]);
  });

  it('of a stage, and of what stages share, passes as well', () => {
    const app = testApp();
    addSchoolStacks(app, { ...loadDemoSchool(), id: 'staging-demo' }, placeholderParts());
    new StagesStack(app, 'formroom-staging-shared', { env: loadDemoSchool().aws, sharedSets: 1 });
    expect(findingsOfChecks(app)).toEqual([]);
  });

  it('is a part of npm run check for every app', () => {
    const apps = projectFiles.filter(
      (path) => /^infra\/.*\.ts$/.test(path) && /^await runApp\([\s\S]*createCheckedApp\(/m.test(readProjectFile(path)),
    );
    expect(apps).toEqual([
      'infra/account.ts',
      'infra/app.ts',
      'infra/baseline.ts',
      'infra/pipeline/pipeline.ts',
      'infra/vault/vault.ts',
    ]);
    for (const app of apps.filter((path) => path !== 'infra/app.ts'))
      expect(packageScripts['check:synth']).toContain(`node ${app}`);
    expect(readProjectFile('cdk.json')).toContain('"app": "node infra/app.ts"');
    expect(packageScripts.check).toContain('npm run check:synth');
  });

  it('counts a warning as a fault', () => {
    const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
    expect(cdk.strict).toBe(true);
    const app = testApp();
    Validations.of(new Stack(app, 'stack')).addWarning('doubt', 'Are you sure?');
    expect(findingsOfChecks(app).join()).toContain('Are you sure?');
  });

  it('acknowledges no rule without a reason, and none for a whole app or stack', () => {
    const app = testApp();
    addSchoolStacks(app, loadDemoSchool(), placeholderParts());
    const acknowledged = app.node
      .findAll()
      .flatMap((construct) =>
        construct.node.metadata
          .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
          .flatMap(({ data }) =>
            Object.entries(data as Record<string, string>).map(([id, reason]) => ({ construct, id, reason })),
          ),
      );
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const { construct, id, reason } of acknowledged) {
      expect(reason.split(' ').length, id).toBeGreaterThan(5);
      expect(Stack.isStack(construct) || App.isApp(construct), id).toBe(false);
    }
  });
});

describe('the command line', () => {
  const app = (...context: string[]) => {
    const given = { ...cdkContext, ...Object.fromEntries(context.map((pair) => pair.split('='))) };
    return spawnSync(process.execPath, ['infra/app.ts'], {
      encoding: 'utf8',
      env: {
        ...process.env,
        CDK_CONTEXT_JSON: JSON.stringify(given),
        CDK_OUTDIR: temporaryFolder(),
      },
    });
  };

  it('ends with an error and one line when no school is named', () => {
    const { status, stderr } = app();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^No school named\. Choose one with -c school=<id>: .*demo.*\.\n$/);
  });
});

/** Each takes seconds: made once. */
const ofDemo = synthesize([loadDemoSchool()]).demo as Templates;

describe.each([
  ['two schools in one account', { ...loadDemoSchool(), id: 'hillview' }],
  ['a school and its stage in one account', { ...loadDemoSchool(), id: 'staging-demo' }],
])('%s', (_, other) => {
  const [first, second] = [ofDemo, synthesize([other])[other.id] as Templates];

  it('share no name', () => {
    const names = (templates: Templates) =>
      new Set(stackNames.flatMap((part) => physicalNames(templates[part].Resources)));
    const both = [...names(first)].filter((name) => names(second).has(name));
    // The stage is named within its API, groups within their pool. The log of an API has the API's own id in its name.
    expect(both.filter((name) => !name.includes('"Ref":"Api')).sort()).toEqual([
      'Admin',
      'PTA',
      'live',
      'student',
      'teacher',
    ]);
    expect(names(first).size).toBeGreaterThan(30);
  });

  it('share no export', () => {
    const exported = (templates: Templates) =>
      stackNames.flatMap((part) =>
        Object.values(templates[part].Outputs ?? {}).flatMap(({ Export }) => Export?.Name ?? []),
      );
    expect(exported(first).length).toBeGreaterThan(0);
    expect(exported(first).filter((name) => exported(second).includes(name))).toEqual([]);
  });

  it('never speak of each other', () => {
    expect(JSON.stringify(second)).not.toMatch(/formroom-demo|formroom\/demo/);
  });
});

describe('one school in two regions of one account', () => {
  const elsewhere = { ...loadDemoSchool(), aws: { ...loadDemoSchool().aws, region: 'eu-west-1' } };
  const [first, second] = [ofDemo, synthesize([elsewhere]).demo as Templates];

  it('shares no name that an account, or the world, has once', () => {
    const once = /^AWS::(S3::Bucket|CloudFront::|CloudWatch::Dashboard|Budgets::|IAM::)/;
    const names = (templates: Template[]) =>
      templates.flatMap(({ Resources }) =>
        physicalNames(Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => once.test(Type)))),
      );
    // What a template names by its own region is another name there.
    const told = (name: string) => !name.includes('"Ref":"AWS::Region"');
    const here = names([...Object.values(first), accountTemplate()]);
    const there = names([...Object.values(second), accountTemplate(elsewhere)]);
    expect(here.length).toBeGreaterThan(7);
    expect(here.filter((name) => told(name) && there.includes(name))).toEqual([]);
  });

  it('is deployed to the account and the region of its file', () => {
    const stacks = addSchoolStacks(
      testApp(),
      { ...loadDemoSchool(), aws: { account: '444455556666', region: 'eu-west-1' } },
      placeholderParts(),
    );
    for (const part of stackNames) expect(stacks[part].environment).toBe('aws://444455556666/eu-west-1');
  });

  it('has buckets whose names are in the template, so that CloudFormation can adopt those that are left of it', () => {
    const { data } = synthesize([{ ...loadDemoSchool(), aws: { account: '444455556666', region: 'eu-west-1' } }])
      .demo as Templates;
    const named = resourcesOfType(data, 'AWS::S3::Bucket').map(({ Properties }) => Properties.BucketName);
    expect(named).toContain('formroom-demo-documents-444455556666-eu-west-1');
    expect(named).toContain('formroom-demo-files-444455556666-eu-west-1');
  });
});

describe('a restored table', () => {
  const context = { 'formroom:restored': { demo: '20260301T060000Z' } };
  const restored = 'formroom-demo-20260301T060000Z';
  const templates = synthesize([loadDemoSchool()], context).demo as Templates;
  const both = [restored, `${restored}-trail`];
  const isRestorable = ({ Type, Properties }: Resource) =>
    Type === 'AWS::DynamoDB::GlobalTable' && Properties.TableName !== 'formroom-demo-keys';
  const tablesOf = ({ data }: Templates) => Object.entries(data.Resources).filter(([, one]) => isRestorable(one));

  it('is what functions and exports turn to', () => {
    for (const part of ['api', 'workflows'] as const) {
      for (const name of both) expect(JSON.stringify(templates[part])).toMatch(new RegExp(`${name}(?!-)`));
      expect(JSON.stringify(templates[part])).not.toMatch(/table\/formroom-demo(-trail)?["/]/);
    }
  });

  it('is a resource of its own in the data stack: a changed one would be replaced by an empty table', () => {
    const ids = [...tablesOf(ofDemo), ...tablesOf(templates)].map(([id]) => id);
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
    // As CloudFormation asks of what it is to adopt: a name without functions, and a policy that keeps it.
    expect(tablesOf(templates).map(([, { Properties }]) => Properties.TableName)).toEqual(both);
    for (const [, table] of tablesOf(templates)) expect(table.DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  it('has what the old one had, and nothing else of the data stack changes', () => {
    const unnamed = (of: Templates) => tablesOf(of).map(([, { Properties }]) => ({ ...Properties, TableName: '' }));
    expect(unnamed(templates)).toEqual(unnamed(ofDemo));
    const others = ({ data }: Templates) => Object.entries(data.Resources).filter(([, one]) => !isRestorable(one));
    expect(others(templates)).toEqual(others(ofDemo));
  });
});

describe('every stack', () => {
  const templates = ofDemo;

  it.each(stackNames)('%s is well below CloudFormation’s 500 resources', (part) => {
    expect(
      Object.keys(templates[part].Resources).length,
      'Five resources a function: give some domains’ functions a stack of their own (ADR 0004) before CloudFormation refuses this one.',
    ).toBeLessThan(350);
  });

  it.each(stackNames)('%s has a template well below CloudFormation’s 1 MB', (part) => {
    expect(
      JSON.stringify(templates[part]).length,
      'Deploy the API’s document from a file (BodyS3Location) in place of the template (ADR 0004).',
    ).toBeLessThan(800_000);
  });
});

/** Names that the template gives by itself; an inline policy's is its role's affair, a metric's is AWS's. */
function physicalNames(resources: Templates['data']['Resources']): string[] {
  return Object.values(resources).flatMap(({ Type, Properties }) =>
    namesIn(Properties ?? {}, isNamedWithin.test(Type)),
  );
}

/** Services that name what they make in an object within the resource. */
const isNamedWithin = /^AWS::(CloudFront|Budgets)::/;

function namesIn(properties: Record<string, unknown>, isWithin: boolean): string[] {
  return Object.entries(properties).flatMap(([key, value]) => {
    const isName = /(^|[a-z])Name$/.test(key) && !['PolicyName', 'MetricName', 'DomainName'].includes(key);
    if (isName && typeof value === 'string') return [value];
    // Put together, such as a bucket's; what only points at another resource is that one's name.
    if (isName && value && typeof value === 'object' && 'Fn::Join' in value) return [JSON.stringify(value)];
    const goesOn = isWithin && value && typeof value === 'object' && !Array.isArray(value);
    return goesOn ? namesIn(value as Record<string, unknown>, true) : [];
  });
}
