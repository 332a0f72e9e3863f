import { describe, expect, it } from 'vitest';
import type { AskAws } from '../../../infra/operators/deployment/ask-aws.ts';
import { checkAccount, resourcesLeft } from '../../../infra/operators/deployment/aws-account-checks.ts';
import { OperatorError } from '../../../infra/operators/operator-error.ts';

const aws = { account: '111122223333', region: 'us-east-1' };
const domain = { name: 'marks.school.example', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1' };

/** Answers of an account where nothing is missing, by the operation; an error is what `aws` writes. */
const ready: Record<string, unknown> = {
  'get-caller-identity': '111122223333',
  'get-account-settings': 1000,
  'get-parameter': '28',
  'list-attached-role-policies': ['arn:aws:iam::111122223333:policy/formroom-stage-limits-us-east-1'],
  'get-role': 'arn:aws:iam::111122223333:policy/formroom-stage-limits-us-east-1',
  'assume-role': 'arn:aws:sts::111122223333:assumed-role/x/doctor',
  'describe-stacks': 'UPDATE_COMPLETE',
  'list-response-headers-policies': 16,
  'list-subscriptions-by-topic': [['operator@district.example', 'arn:aws:sns:us-east-1:111122223333:a:b']],
  'describe-certificate': { Status: 'ISSUED', SubjectAlternativeNames: ['*.school.example'] },
};
const asked: string[] = [];
const answering =
  (answers: Record<string, unknown>): AskAws =>
  async (...words) => {
    asked.push(words.join(' '));
    const answer = { ...ready, ...answers }[words[1] ?? ''];
    if (answer instanceof Error) throw answer;
    return answer;
  };
const school = { id: 'demo', aws, domain, options: [], optionSettings: {} };
const stage = { id: 'staging-demo', options: [], optionSettings: {}, aws, domain: null };
const todoOf = async (answers: Record<string, unknown>, whose: { id: string } = school) =>
  (await checkAccount(whose as never, answering(answers))).flatMap(({ todo }) => todo ?? []);

const letters = { from: 'letters@mail.school.example', occasions: ['report posted'], withLinks: false, perSecond: 5 };
const sending = (account: object, status = 'SUCCESS') => ({
  'get-account': {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14 },
    ...account,
  },
  'get-email-identity': status,
});

describe('the doctor', () => {
  it.each<[string, Record<string, unknown>, string | undefined]>([
    ['an account that writes to everybody', sending({}), undefined],
    [
      'the sandbox, with its limits',
      sending({ ProductionAccessEnabled: false, SendQuota: { Max24HourSend: 200, MaxSendRate: 1 } }),
      'The account is in SES’s sandbox: 200 e-mails a day, 1 a second, and to verified addresses alone.',
    ],
    ['a pause', sending({ SendingEnabled: false }), 'SES has paused sending'],
    [
      'fewer a second than the school file sends',
      sending({ SendQuota: { Max24HourSend: 1000, MaxSendRate: 4 } }),
      'SES grants 1000 e-mails a day, 4 a second: set perSecond of the letters to 4 or less.',
    ],
    ['a domain whose records are not set', sending({}, 'PENDING'), 'DKIM is PENDING: set the CNAME records'],
  ])('says of letters to families: %s', async (_, answers, todo) => {
    const found = await todoOf(answers, {
      ...school,
      options: ['families'],
      optionSettings: { families: { letters } },
    } as never);
    expect(found).toEqual(todo === undefined ? [] : [expect.stringContaining(todo)]);
    expect(asked.some((words) => words.includes('get-email-identity --email-identity mail.school.example'))).toBe(true);
  });

  it.each<[string, unknown, readonly RegExp[]]>([
    [
      'was asked and did not confirm',
      [
        ['a@district.example', 'PendingConfirmation'],
        ['b@district.example', 'arn:aws:sns:us-east-1:111122223333:a:b'],
      ],
      [/^a@district\.example did not confirm\. Send: “AWS Notifications/],
    ],
    [
      'was forgotten after two days',
      [],
      [/^Nobody is subscribed any more: aws sns subscribe --topic-arn arn:aws:sns:/],
    ],
    ['is not there before the first deployment', new OperatorError('An error occurred (NotFound): Topic'), []],
    ['cannot be asked for', new Error('AuthorizationError'), [/^AWS says: AuthorizationError/]],
  ])('looks who hears the alarms of the account and of the school: one %s', async (_, answer, todo) => {
    const found = await todoOf({ 'list-subscriptions-by-topic': answer });
    expect(found).toEqual([...todo, ...todo].map((words) => expect.stringMatching(words)));
    const topics = asked.flatMap((words) => /sns:us-east-1:111122223333:(\S+-notices)/.exec(words)?.[1] ?? []);
    expect(topics).toEqual(expect.arrayContaining(['formroom-notices', 'formroom-demo-notices']));
  });

  it('has nothing to say of an account that is ready, and changes nothing', async () => {
    asked.length = 0;
    expect(await checkAccount(school as never, answering({}))).toHaveLength(11);
    expect(await todoOf({})).toEqual([]);
    for (const words of asked) expect(words).toMatch(/^[a-z]+ (get-|describe-|list-|assume-role)/);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a new account of ten functions', { 'get-account-settings': 10 }, /^It runs 10\. Ask for 100: Service Quotas/],
    [
      'an account without bootstrap',
      { 'get-parameter': new Error('\nParameterNotFound') },
      /^AWS says: ParameterNotFound$/,
    ],
    ['an old bootstrap', { 'get-parameter': '5' }, /^It has version 5 and not 6/],
    [
      'policies that earlier versions left',
      { 'list-response-headers-policies': 17 },
      /^The account has 17 of 20: run npm run deploy-account/,
    ],
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
    const facts = await checkAccount({ ...school, domain: null } as never, answering({ 'assume-role': refused }));
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

  it('says how many resources the API can still have, and what to do before there are none', () => {
    expect(resourcesLeft(280)).toEqual({ fact: 'The API has 280 of 300 resources, 20 are left' });
    expect(resourcesLeft(281).todo).toMatch(/^Before they run out, have the quota “Resources per API” raised/);
  });

  it('looks at nothing of another account', async () => {
    asked.length = 0;
    expect(await todoOf({ 'get-caller-identity': '999988887777' })).toEqual([
      'You are signed in to 999988887777: sign in to 111122223333 (AWS_PROFILE).',
    ]);
    expect(asked).toHaveLength(1);
  });
});
