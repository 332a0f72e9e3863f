import type { AccountFile } from '../../../infra/account-file.ts';
import type { AskAws } from '../../../infra/operators/deployment/ask-aws.ts';
import { checkAccount } from '../../../infra/operators/deployment/aws-account-checks.ts';
import { countedQuotas } from '../../../infra/operators/deployment/quotas-left.ts';
import { countedUse } from '../../../infra/quotas/quota-use.ts';

const aws = { account: '111122223333', region: 'us-east-1' };
const domain = { name: 'marks.school.example', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1' };

/** Answers of an account where nothing is missing, by the operation; an error is what `aws` writes. */
const ready: Record<string, unknown> = {
  'get-caller-identity': '111122223333',
  'get-account-settings': 1000,
  'get-parameter': '28',
  'list-attached-role-policies': ['arn:aws:iam::111122223333:policy/formroom-stage-limits-us-east-1'],
  'get-role': 'arn:aws:iam::111122223333:policy/formroom-stage-limits-us-east-1',
  'get-policy': 'arn:aws:iam::111122223333:policy/formroom-school-limits-us-east-1',
  'assume-role': 'arn:aws:sts::111122223333:assumed-role/x/doctor',
  'describe-stacks': 'UPDATE_COMPLETE',
  ...Object.fromEntries(countedQuotas.map((id) => [countedUse[id]?.count?.[1], 2])),
  'list-response-headers-policies': 16,
  'list-subscriptions-by-topic': [['operator@district.example', 'arn:aws:sns:us-east-1:111122223333:a:b']],
  'describe-certificate': { Status: 'ISSUED', SubjectAlternativeNames: ['*.school.example'] },
};
/** What was asked, as the words of `aws`. */
export const asked: string[] = [];
export const answering =
  (answers: Record<string, unknown>): AskAws =>
  async (...words) => {
    asked.push(words.join(' '));
    const answer = { ...ready, ...answers }[words[1] ?? ''];
    if (answer instanceof Error) throw answer;
    return answer;
  };
const operatorEmail = 'operator@district.example';
export const account: AccountFile = {
  name: 'district',
  aws,
  operatorEmail,
  schools: ['demo', 'staging-demo'],
  baseline: null,
  quotas: {},
};
export const school = { id: 'demo', aws, domain, operatorEmail, options: [], optionSettings: {} };
export const stage = { ...school, id: 'staging-demo', domain: null };
/** What the doctor says is to be done. */
export const todoOf = async (answers: Record<string, unknown>, whose: { id: string } = school) =>
  (await checkAccount(whose as never, account, answering(answers))).flatMap(({ todo }) => todo ?? []);
