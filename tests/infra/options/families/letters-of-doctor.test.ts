import { expect, it } from 'vitest';
import { asked, school, todoOf } from '../../operators/account-answers.ts';

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
])('the doctor says of letters to families: %s', async (_, answers, todo) => {
  const found = await todoOf(answers, {
    ...school,
    options: ['families'],
    optionSettings: { families: { letters } },
  } as never);
  expect(found).toEqual(todo === undefined ? [] : [expect.stringContaining(todo)]);
  expect(asked.some((words) => words.includes('get-email-identity --email-identity mail.school.example'))).toBe(true);
});
