import { describe, expect, it } from 'vitest';
import type { AccountFile } from '../../../infra/account-file.ts';
import { checkAccount, resourcesLeft } from '../../../infra/operators/deployment/aws-account-checks.ts';
import { countedQuotas } from '../../../infra/operators/deployment/quotas-left.ts';
import { OperatorError } from '../../../infra/operators/operator-error.ts';
import { countedUse } from '../../../infra/quotas/quota-use.ts';
import { account, answering, asked, school, stage, todoOf } from './account-answers.ts';

describe('the doctor', () => {
  it.each<[string, unknown, readonly RegExp[]]>([
    [
      'was asked and did not confirm',
      [
        ['a@district.example', 'PendingConfirmation'],
        ['operator@district.example', 'arn:aws:sns:us-east-1:111122223333:a:b'],
      ],
      [/^a@district\.example did not confirm\. Send: “AWS Notifications/],
    ],
    [
      'was forgotten after two days',
      [],
      [/^Nobody is subscribed any more: aws sns subscribe --topic-arn arn:aws:sns:/],
    ],
    [
      'was replaced by another',
      [['b@district.example', 'arn:aws:sns:us-east-1:111122223333:a:b']],
      [/^operator@district\.example is not subscribed, but b@district\.example: deploy the stack again/],
    ],
    ['is not there before the first deployment', new OperatorError('An error occurred (NotFound): Topic'), []],
    ['cannot be asked for', new Error('AuthorizationError'), [/^AWS says: AuthorizationError/]],
  ])('looks who hears the alarms of the account and of the school: one %s', async (_, answer, todo) => {
    const found = await todoOf({ 'list-subscriptions-by-topic': answer });
    expect(found).toEqual([...todo, ...todo].map((words) => expect.stringMatching(words)));
    const topics = asked.flatMap((words) => /sns:us-east-1:111122223333:(\S+-notices)/.exec(words)?.[1] ?? []);
    expect(topics).toEqual(expect.arrayContaining(['formroom-notices', 'formroom-demo-notices']));
  });

  it('looks who hears what the baseline finds, where the account has GuardDuty of ours', async () => {
    const withBaseline = (guardDuty: boolean) => {
      const baseline = { trail: true, guardDuty, monthlyBudget: null, contacts: {} };
      return checkAccount(school as never, { ...account, baseline }, answering({ 'list-subscriptions-by-topic': [] }));
    };
    const [of, without] = await Promise.all([withBaseline(true), withBaseline(false)]);
    const notices = 'Somebody gets the mails of formroom-baseline-notices';
    expect(of.find(({ fact }) => fact === notices)?.todo).toMatch(/^Nobody is subscribed any more/);
    expect(without.map(({ fact }) => fact)).not.toContain(notices);
  });

  it('has nothing to say of an account that is ready, and changes nothing', async () => {
    asked.length = 0;
    expect(await checkAccount(school as never, account, answering({}))).toHaveLength(11 + countedQuotas.length);
    expect(await todoOf({})).toEqual([]);
    for (const words of asked) expect(words).toMatch(/^[a-z0-9-]+ (get-|describe-|list-|assume-role)/);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a new account of ten functions',
      { 'get-account-settings': 10 },
      /^It runs 10\. Ask for 100 or more: have “Concurrent executions” raised \(Service Quotas, Lambda;/,
    ],
    [
      'an account without bootstrap',
      { 'get-parameter': new Error('\nParameterNotFound') },
      /^AWS says: ParameterNotFound$/,
    ],
    ['an old bootstrap', { 'get-parameter': '5' }, /^It has version 5 and not 6/],
    [
      'policies that earlier versions left',
      { 'list-response-headers-policies': 17 },
      /^Before they run out, run npm run deploy-account -- --account district --remove-unused, or have “Response headers policies per AWS account” raised \(/,
    ],
    [
      'an account whose own stack was never deployed',
      { 'get-policy': new OperatorError('An error occurred (NoSuchEntity) when calling the GetPolicy operation') },
      /^There is no policy formroom-school-limits-us-east-1, and without it no role can be made: run npm run deploy-account -- --account district first\.$/,
    ],
    ['a policy that it may not see', { 'get-policy': new Error('AccessDenied') }, /^AWS says: AccessDenied$/],
    ['a stack that failed', { 'describe-stacks': 'ROLLBACK_COMPLETE' }, /^Its stack is ROLLBACK_COMPLETE/],
    [
      'a certificate that waits',
      { 'describe-certificate': { Status: 'PENDING_VALIDATION' } },
      /^It is PENDING_VALIDATION: set the DNS records/,
    ],
    [
      'a certificate of another name',
      { 'describe-certificate': { Status: 'ISSUED', SubjectAlternativeNames: ['school.example', '*.b.example'] } },
      /^It is for school\.example, \*\.b\.example: request one for marks\.school\.example/,
    ],
  ])('says of %s what to do', async (_, answers, todo) => {
    const found = await todoOf(answers);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(todo);
  });

  it('says of roles that refuse the operator whose they are', async () => {
    const refused = new Error('An error occurred (AccessDenied) when calling the AssumeRole operation');
    const facts = await checkAccount(
      { ...school, domain: null } as never,
      account,
      answering({ 'assume-role': refused }),
    );
    expect(facts.filter(({ todo }) => todo?.includes('AccessDenied')).map(({ fact }) => fact)).toEqual([
      'You may deploy: the role deploy of cdk bootstrap accepts you',
      'You may deploy: the role file-publishing of cdk bootstrap accepts you',
    ]);
  });

  it('says of a stage also whether its roles are limited', async () => {
    asked.length = 0;
    expect(await todoOf({}, stage)).toEqual([]);
    const ofStages = asked.filter((words) => words.includes('staging'));
    expect(ofStages).toHaveLength(10);
    // Who deploys stages alone need not be let in by the roles that deploy schools.
    expect(asked.filter((words) => /assume-role.*hnb659fds/.test(words))).toEqual([]);
    const administrator = 'arn:aws:iam::aws:policy/AdministratorAccess';
    expect(await todoOf({ 'list-attached-role-policies': [administrator] }, stage)).toEqual([
      `It has ${administrator}: run cdk bootstrap for stages again, as docs/operations/another-school.md has it.`,
    ]);
    const unbounded = await todoOf({ 'get-role': null }, stage);
    expect(unbounded).toHaveLength(4);
    expect(new Set(unbounded)).toEqual(
      new Set([
        'Its boundary is missing: run cdk bootstrap for stages again, as docs/operations/another-school.md has it.',
      ]),
    );
  });

  it('counts what the account has left of each quota, for how many schools, with what AWS has granted', async () => {
    const told = async (used: number, granted: AccountFile['quotas'] = {}) => {
      const answers = answering({ 'get-account-summary': used });
      const facts = await checkAccount(school as never, { ...account, quotas: granted }, answers);
      return facts.find(({ fact }) => fact.includes('Roles per account'));
    };
    const { ofSchool = 0 } = countedUse.roles ?? {};
    expect(await told(1000 - ofSchool)).toEqual({
      fact: `IAM, “Roles per account”: ${1000 - ofSchool} of 1,000 are used, ${ofSchool} left, for 1 more schools`,
    });
    const short = await told(1001 - ofSchool);
    expect(short?.todo).toBe(
      'Before they run out, have “Roles per account” raised (Service Quotas, IAM; free, some days, 5000 at most), and write the new value into infra/accounts/district.json: "quotas": { "roles": … }.',
    );
    expect(await told(1001 - ofSchool, { roles: 5000 })).not.toHaveProperty('todo');
  });

  it('says how many resources the API can still have, and what to do before there are none', () => {
    expect(resourcesLeft(280)).toEqual({ fact: 'The API has 280 of 300 resources, 20 are left' });
    expect(resourcesLeft(281).todo).toMatch(/^Before they run out, have “Resources per API” raised /);
  });

  it('looks at nothing of another account', async () => {
    asked.length = 0;
    expect(await todoOf({ 'get-caller-identity': '999988887777' })).toEqual([
      'You are signed in to 999988887777: sign in to 111122223333 (AWS_PROFILE).',
    ]);
    expect(asked).toHaveLength(1);
  });
});
