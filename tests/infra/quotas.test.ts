import { describe, expect, it } from 'vitest';
import { allDeployedCalls, deployedCallsOfSchool } from '#shared/product.ts';
import { knownAccounts, loadAccount } from '../../infra/account-file.ts';
import { apiDefinition, countResources } from '../../infra/api/api-definition.ts';
import { isForStrangers, peopleThrottle, strangerThrottle } from '../../infra/api/api-stage.ts';
import {
  computeUse,
  countedUse,
  countSchools,
  findExceeded,
  planAccount,
  planCells,
  schoolsOfCell,
} from '../../infra/quotas/quota-use.ts';
import { howToRaise, type Quota, type QuotaId, quotas } from '../../infra/quotas/quotas.ts';
import { countSharedSets, distributionsPerSet } from '../../infra/shared-parts.ts';
import { readProjectFile } from './pages/project-pages.ts';
import {
  accountTemplate,
  loadDemoSchool,
  onlyResource,
  resourcesOfType,
  stackNames,
  synthesize,
  type Templates,
} from './stacks/templates.ts';

/** Of a school with everything that its file can give it. */
const file = loadDemoSchool();
const optionSettings = { ...file.optionSettings, 'signed-cards': { keyInKms: 1 } };
const { demo: templates } = synthesize([{ ...file, gradualTraffic: true, optionSettings }]) as { demo: Templates };
const [oneSet, threeSets] = [accountTemplate(), accountTemplate(undefined, {}, 3)];
const counted = Object.entries(countedUse) as [QuotaId, NonNullable<(typeof countedUse)[QuotaId]>][];

/** Roles that AWS grants. */
const most = quotas.roles.most ?? 0;

/** Kinds of resources that are parts of another one, or of which schools reach no end. */
const uncounted = [
  ...['Account', 'Deployment', 'Stage', 'UsagePlanKey'].map((kind) => `AWS::ApiGateway::${kind}`),
  'AWS::CodeDeploy::DeploymentGroup',
  ...['UserPoolClient', 'UserPoolGroup'].map((kind) => `AWS::Cognito::${kind}`),
  ...['Alias', 'EventInvokeConfig', 'Function', 'LayerVersion', 'Permission', 'Version'].map(
    (kind) => `AWS::Lambda::${kind}`,
  ),
  ...['AWS::Budgets::Budget', 'AWS::CloudWatch::Dashboard', 'AWS::IAM::Policy', 'AWS::Logs::MetricFilter'],
  ...['AWS::S3::BucketPolicy', 'AWS::SES::ConfigurationSetEventDestination', 'AWS::SNS::Subscription'],
  ...['AWS::SNS::TopicPolicy', 'AWS::SQS::Queue', 'AWS::SQS::QueuePolicy', 'Custom::CDKBucketDeployment'],
  'Custom::LeavingWorkers',
];

describe('a quota', () => {
  it.each(counted)('%s is used up as the templates say', (_, { type, ofSchool, ofAccount, ofSet }) => {
    const isStack = type === 'AWS::CloudFormation::Stack';
    const school = isStack
      ? stackNames.length
      : stackNames.flatMap((part) => resourcesOfType(templates[part], type)).length;
    const [first, all] = [oneSet, threeSets].map((template) => (isStack ? 1 : resourcesOfType(template, type).length));
    expect({ school, first, all }).toEqual({ school: ofSchool, first: ofAccount + ofSet, all: ofAccount + 3 * ofSet });
  });

  it('is known of every kind of resource that a school or an account has', () => {
    const types = [...stackNames.map((part) => templates[part]), oneSet].flatMap(({ Resources }) =>
      Object.values(Resources).map(({ Type }) => Type),
    );
    const known = counted.map(([, { type }]) => type);
    expect([...new Set(types)].filter((type) => ![...known, ...uncounted].includes(type))).toEqual([]);
    expect(known.filter((type) => uncounted.includes(type))).toEqual([]);
  });

  it.each(
    Object.entries(quotas) as [QuotaId, Quota][],
  )('%s says what it is, its unit and page, and where it is raised', (id, each) => {
    expect(each.value).toBeGreaterThan(0);
    for (const words of [each.service, each.name, each.unit, each.of]) expect(words).not.toBe('');
    expect(each.page).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/\S+$/);
    expect(howToRaise(id)).toContain(
      each.raisedIn === null ? 'is fixed: use another account' : `raised (${each.raisedIn}, `,
    );
  });

  it('is enough for the schools of every account in the project', () => {
    expect(knownAccounts().length).toBeGreaterThan(0);
    for (const name of knownAccounts()) {
      const account = loadAccount(name);
      expect(findExceeded(account.schools.length, account.quotas), name).toEqual([]);
    }
  });

  it('is counted for sets of ninety distributions, as a shared part is on a hundred', () => {
    for (const id of ['ofHeadersPolicy', 'ofRequestPolicy', 'ofAccessControl', 'ofEdgeFunction'] as const)
      expect(distributionsPerSet).toBeLessThanOrEqual(quotas[id].value * 0.9);
    // As many distributions as an account may have: three sets, beside those of the version before.
    const { value } = quotas.distributions;
    expect(countSharedSets(value)).toBe(3);
    expect(2 * computeUse('headersPolicies', value)).toBeLessThanOrEqual(quotas.headersPolicies.value);
    expect([1, 90, 91, 180, 181].map((schools) => computeUse('edgeFunctions', schools))).toEqual([3, 3, 6, 6, 9]);
  });

  it('of behaviours is one of a distribution, and enough', () => {
    const { DistributionConfig } = onlyResource(templates.web, 'AWS::CloudFront::Distribution').Properties;
    expect(DistributionConfig.CacheBehaviors.length + 1).toBeLessThan(quotas.behaviours.value * 0.75);
  });

  it('of resources is one of an API, and enough for a school with every option', () => {
    expect(countResources(allDeployedCalls.map(({ call }) => call.path))).toBeLessThan(quotas.apiResources.value);
    expect(deployedCallsOfSchool(loadDemoSchool())).toHaveLength(allDeployedCalls.length);
  });
});

describe('an account', () => {
  it('takes the calls of a whole cell’s people at once, and one school’s flood beside them', () => {
    const school = loadDemoSchool();
    const strangers = deployedCallsOfSchool(school).filter(({ call }) => isForStrangers(call)).length;
    const flood = strangers * strangerThrottle(school).rate;
    expect(schoolsOfCell * peopleThrottle(school).rate + flood).toBeLessThan(quotas.calls.value);
  });

  it('takes as many schools as its quotas do, and the first of them ends it', () => {
    for (const [id] of counted) {
      const schools = countSchools(id);
      if (!Number.isFinite(schools)) continue;
      expect(computeUse(id, schools), id).toBeLessThanOrEqual(quotas[id].value);
      expect(computeUse(id, schools + 1), id).toBeGreaterThan(quotas[id].value);
    }
    const { schools, ends } = planAccount();
    expect(findExceeded(schools)).toEqual([]);
    expect(findExceeded(schools + 1)).toEqual([ends[0]?.id]);
    // As many roles as AWS grants end at about as many schools as the rules do.
    expect(planAccount({ roles: most }).schools).toBeGreaterThan(90);
  });

  it('is a cell of docs/operations/many-schools.md, with the arithmetic of the quotas', () => {
    const page = readProjectFile('docs/operations/many-schools.md');
    const granted = { roles: most };
    expect(planAccount(granted).schools).toBeGreaterThanOrEqual(schoolsOfCell);
    const rows = [1, 26, 90, 150, 600].map((schools) => {
      const { accounts: unraised } = planCells(schools, planAccount().schools);
      const { accounts, schoolsOfFullest } = planCells(schools, schoolsOfCell);
      expect(findExceeded(schoolsOfFullest, granted), `${schools}`).toEqual([]);
      const used = (['roles', 'rules', 'distributions', 'headersPolicies'] as const).map((id) =>
        computeUse(id, schoolsOfFullest).toLocaleString('en'),
      );
      return `| ${[schools, unraised, accounts, schoolsOfFullest, ...used].join(' | ')} |`;
    });
    const told = page.slice(page.indexOf('| Schools |')).split('\n\n')[0]?.split('\n') ?? [];
    expect(told.slice(2)).toEqual(rows);
    const counted = `${most.toLocaleString('en')} roles are enough for ${countSchools('roles', granted)} schools and ${quotas.rules.value} rules for ${countSchools('rules')}`;
    expect(page).toContain(counted);
    expect(page).toContain(`Up to ${planAccount().schools} schools are in one account as AWS gives it`);
  });

  it('of docs/operations/another-school.md takes so many, and ends so', () => {
    const page = readProjectFile('docs/operations/another-school.md');
    const { schools, ends } = planAccount();
    expect(page).toContain(`An account takes ${schools} schools before AWS has to be asked for more`);
    const raised = `With ${most.toLocaleString('en')} roles it takes ${planAccount({ roles: most }).schools} schools`;
    expect(page).toContain(raised);
    const rows = ends
      .filter((end) => end.schools < quotas.distributions.value)
      .map(({ id, schools: takes }) => {
        const { service, unit, value } = quotas[id];
        return `| ${service}, ${unit} | ${value.toLocaleString('en')} | ${takes} |`;
      });
    const told = page.slice(page.indexOf('| What ends |')).split('\n\n')[0]?.split('\n') ?? [];
    expect(told.slice(2)).toEqual(rows);
  });
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
      /^The API has 301 resources, and API Gateway takes 300: have “Resources per API” raised /,
    );
  });
});
