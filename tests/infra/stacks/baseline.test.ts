import { describe, expect, it } from 'vitest';
import { addBaselineStack, hasBaselineStack } from '../../../infra/account-app.ts';
import { type AccountFile, loadAccount } from '../../../infra/account-file.ts';
import { setAlternateContacts } from '../../../infra/operators/deployment/alternate-contacts.ts';
import { computeUse } from '../../../infra/quotas/quota-use.ts';
import { findingsOfChecks, onlyResource, resourcesOfType, type Template, testApp } from './templates.ts';

type Baseline = NonNullable<AccountFile['baseline']>;
const nothing: Baseline = { trail: false, guardDuty: false, monthlyBudget: null, contacts: {} };
const all: Baseline = { ...nothing, trail: true, guardDuty: true, monthlyBudget: 50 };

const accountWith = (baseline: AccountFile['baseline']): AccountFile => ({
  ...loadAccount('district'),
  schools: ['demo', 'hill'],
  baseline,
});

function templateOf(baseline: Baseline): Template {
  const app = testApp({ builtinCloudFormationValidation: false });
  addBaselineStack(app, accountWith(baseline));
  return app.synth().getStackByName('formroom-baseline').template as Template;
}

const kindsOf = (baseline: Baseline) => [
  ...new Set(Object.values(templateOf(baseline).Resources).map(({ Type }) => Type.split('::')[1])),
];

describe('the baseline of an account', () => {
  it('is nothing where the file asks for nothing, and of each part what was asked for', () => {
    for (const none of [null, nothing]) {
      const app = testApp({ builtinCloudFormationValidation: false });
      addBaselineStack(app, accountWith(none));
      expect(app.node.children.filter(({ node }) => node.id === 'formroom-baseline')).toEqual([]);
      expect(hasBaselineStack(accountWith(none))).toBe(false);
    }
    expect(kindsOf({ ...nothing, trail: true }).toSorted()).toEqual(['CloudTrail', 'S3']);
    expect(kindsOf({ ...nothing, guardDuty: true }).toSorted()).toEqual(['Events', 'GuardDuty', 'SNS']);
    expect(kindsOf({ ...nothing, monthlyBudget: 50 })).toEqual(['Budgets']);
  });

  it('passes CloudFormation’s rules and AWS Solutions', () => {
    const app = testApp();
    addBaselineStack(app, accountWith(all));
    expect(findingsOfChecks(app)).toEqual([]);
  });

  it('records all regions, and who reads and writes files of schools, but not the public site or the trail itself', () => {
    const template = templateOf(all);
    const { Properties } = onlyResource(template, 'AWS::CloudTrail::Trail');
    expect(Properties).toMatchObject({ IsLogging: true, IsMultiRegionTrail: true, EnableLogFileValidation: true });
    const [management, data] = Properties.AdvancedEventSelectors;
    expect(management.FieldSelectors).toEqual([{ Field: 'eventCategory', Equals: ['Management'] }]);
    const { StartsWith } = data.FieldSelectors.at(-1);
    const told = StartsWith.map((each: unknown) => (JSON.stringify(each).match(/:s3:::([\w-]+)/) ?? [])[1]);
    expect(told).toEqual([
      'formroom-demo-files-',
      'formroom-demo-documents-',
      'formroom-hill-files-',
      'formroom-hill-documents-',
    ]);
  });

  it('has a trail whose bucket stays, that only this trail writes to, and that is there before it', () => {
    const template = templateOf(all);
    const bucket = onlyResource(template, 'AWS::S3::Bucket');
    expect(bucket.DeletionPolicy).toBe('RetainExceptOnCreate');
    const policy = Object.entries(template.Resources).find(([, { Type }]) => Type === 'AWS::S3::BucketPolicy');
    const ofTrail = policy?.[1].Properties.PolicyDocument.Statement.filter(
      ({ Principal }: { Principal: { Service?: string } }) => Principal.Service === 'cloudtrail.amazonaws.com',
    );
    expect(ofTrail.map(({ Action }: { Action: string }) => Action)).toEqual(['s3:GetBucketAcl', 's3:PutObject']);
    for (const { Condition } of ofTrail)
      expect(JSON.stringify(Condition.StringEquals['aws:SourceArn'])).toContain('trail/formroom-baseline');
    expect(onlyResource(template, 'AWS::CloudTrail::Trail').DependsOn).toContain(policy?.[0]);
  });

  it('mails findings from medium on, and the whole account’s budget, to the operator', () => {
    const template = templateOf(all);
    const rule = onlyResource(template, 'AWS::Events::Rule').Properties;
    expect(rule.EventPattern).toMatchObject({
      source: ['aws.guardduty'],
      detail: { severity: [{ numeric: ['>=', 4] }] },
    });
    expect(onlyResource(template, 'AWS::SNS::Subscription').Properties.Endpoint).toBe('operations@district.example');
    const { Budget, NotificationsWithSubscribers } = onlyResource(template, 'AWS::Budgets::Budget').Properties;
    expect([Budget.BudgetLimit.Amount, Budget.CostFilters]).toEqual([50, undefined]);
    expect(NotificationsWithSubscribers).toHaveLength(3);
  });

  it('is counted among the quotas, for an account without a school too', () => {
    const made = (type: string) => resourcesOfType(templateOf(all), type).length;
    expect(computeUse('rules', 0)).toBe(made('AWS::Events::Rule'));
    expect(computeUse('topics', 0) - 1).toBe(made('AWS::SNS::Topic'));
  });

  it('tells AWS the contacts that the file names, and leaves the others alone', async () => {
    const asked: string[][] = [];
    const security = { name: 'On call', title: 'IT', email: 'it@district.example', phone: '+1 868 555 0100' };
    const account = accountWith({ ...nothing, contacts: { security } });
    await setAlternateContacts(account, async (...words) => void asked.push(words));
    expect(asked.map((words) => words.join(' '))).toEqual([
      'account put-alternate-contact --alternate-contact-type SECURITY --name On call --title IT --email-address it@district.example --phone-number +1 868 555 0100',
    ]);
    await setAlternateContacts(accountWith(null), async (...words) => void asked.push(words));
    expect(asked).toHaveLength(1);
  });
});
