import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { withSession } from '../../support/callers.ts';
import { TestClient } from '../../support/client.ts';
import { holdClock } from '../../support/clock.ts';
import { addAccount, password, startSmallSchool } from '../../support/small-school.ts';

const { employee, employeeChangePassword, employeeLogin } = authContract;
const temporary = 'Temporary-1';
const chosen = 'My-own-choice-1';

describe('choosing a password', () => {
  let school: RunningSchool;
  let clock: ReturnType<typeof holdClock>;
  let accounts = 0;
  let name: string;
  let accountId: string;

  beforeAll(async () => {
    school = await startSmallSchool();
  });
  afterAll(() => school.stop());
  beforeEach(async () => {
    clock = holdClock();
    accounts += 1;
    name = `newby${accounts}`;
    accountId = `N${accounts}`;
    await addAccount({ accountId, role: 'teacher', userName: name, name: 'New By', temporaryPassword: temporary });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const visitor = () => withSession(school.url, undefined);

  /** A client that has just signed in with the temporary password. */
  async function challenged(): Promise<TestClient> {
    const client = await visitor();
    const answer = await client.call(employeeLogin, { name, password: temporary });
    expect(answer).toMatchObject({ status: 200, body: { employee_id: accountId, password_reset: true } });
    expect(client.cookies.has('session')).toBe(false);
    return client;
  }
  const change = (client: TestClient, input: object = {}) =>
    client.call(employeeChangePassword, { name, password: chosen, ...input });
  const signIn = async (typed: string) =>
    (await (await visitor()).call(employeeLogin, { name, password: typed })).status;

  it('opens no session with a one-time password, only the change', async () => {
    const client = await challenged();
    expect((await client.call(employee, {})).status).toBe(401);
    const answer = await change(client);
    expect(answer).toMatchObject({ status: 200, body: { id: accountId, area: 'staff', password_reset: false } });
    expect(client.cookies.has('challenge')).toBe(false);
    expect((await client.call(employee, { id: accountId })).status).not.toBe(401);
    expect([await signIn(temporary), await signIn(chosen)]).toEqual([401, 200]);
  });

  it('takes a challenge once, also when asked many times at once', async () => {
    const client = await challenged();
    const secret = client.cookies.get('challenge') ?? '';
    const clients = await Promise.all(Array.from({ length: 6 }, visitor));
    for (const one of clients) one.cookies.set('challenge', secret);
    const answers = await Promise.all(clients.map((one, index) => change(one, { password: `Choice-number-${index}` })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    expect((await change(client)).status).toBe(401);
  });

  it('takes a challenge for five minutes', async () => {
    const inTime = await challenged();
    clock.passMinutes(4.9);
    expect((await change(inTime, { password: 'short' })).status).toBe(422);
    clock.passMinutes(0.2);
    expect((await change(inTime)).status).toBe(401);
    expect(await signIn(temporary)).toBe(200);
  });

  it('refuses a name that is not the challenge’s, and a challenge that nobody gave', async () => {
    const client = await challenged();
    for (const other of ['mona', 'nobody']) expect((await change(client, { name: other })).status).toBe(403);
    const stranger = await visitor();
    expect((await change(stranger)).status).toBe(401);
    stranger.cookies.set('challenge', 'c'.repeat(43));
    expect((await change(stranger)).status).toBe(401);
    expect(await signIn(chosen)).toBe(401);
    expect((await change(client, { name: name.toUpperCase() })).status).toBe(200);
  });

  it.each([
    { weak: 'Short-1', message: 'At least 10 characters.' },
    { weak: 'ALL-CAPITALS-1', message: 'At least one small letter.' },
    { weak: 'no-capitals-1', message: 'At least one capital letter.' },
    { weak: 'No-digits-here', message: 'At least one digit.' },
    { weak: ' Space-before-1', message: 'No space at the beginning or end.' },
    { weak: `Too-long-1${'x'.repeat(119)}`, message: 'At most 128 characters.' },
  ])('says by field that "$weak" is weak, and the challenge stays', async ({ weak, message }) => {
    const client = await challenged();
    const refused = await change(client, { password: weak });
    expect(refused.status).toBe(422);
    expect(refused.error?.fields).toEqual({ password: [message] });
    expect((await change(client)).status).toBe(200);
  });

  it('ends a challenge when the account is disabled or reset meanwhile', async () => {
    const { Account } = await import('#functions/sessions/accounts.ts');
    const disabled = await challenged();
    await Account.patch({ accountId }).set({ isDisabled: true }).go();
    expect((await change(disabled)).status).toBe(401);
    await Account.patch({ accountId }).set({ isDisabled: false }).go();
    clock.passMinutes(1);
    await Account.patch({ accountId }).set({ sessionsValidFrom: new Date().toISOString() }).go();
    expect((await change(disabled)).status).toBe(401);
    expect(await signIn(temporary)).toBe(200);
  });

  it('changes the password of somebody signed in who knows the current one, and ends the other sessions', async () => {
    await change(await challenged());
    clock.passMinutes(1);
    const here = await new TestClient(school.url).signIn(name, chosen);
    const elsewhere = await new TestClient(school.url).signIn(name, chosen);
    clock.passMinutes(1);

    const missing = await change(here, { password: 'Another-choice-1' });
    expect(missing).toMatchObject({ status: 422, error: { fields: { current_password: ['Required.'] } } });
    const wrong = await change(here, { password: 'Another-choice-1', current_password: temporary });
    expect(wrong.error?.fields).toEqual({ current_password: ['The current password is not correct.'] });
    const others = await change(here, { name: 'mona', password: 'Another-choice-1', current_password: password });
    expect(others.status).toBe(403);
    expect((await elsewhere.call(employee, { id: accountId })).status).not.toBe(401);

    const before = here.cookies.get('session');
    const answer = await change(here, { password: 'Another-choice-1', current_password: chosen });
    expect(answer.status).toBe(200);
    expect(here.cookies.get('session')).not.toBe(before);
    expect((await here.call(employee, { id: accountId })).status).not.toBe(401);
    expect((await elsewhere.call(employee, { id: accountId })).status).toBe(401);
    expect([await signIn(chosen), await signIn('Another-choice-1')]).toEqual([401, 200]);
  });

  it('refuses the password that one has, and lets one choose again', async () => {
    const client = await challenged();
    const same = {
      status: 422,
      error: { fields: { password: ['This is the password that you have. Please choose another one.'] } },
    };
    expect(await change(client, { password: temporary })).toMatchObject(same);
    expect((await change(client)).status).toBe(200);
    clock.passMinutes(1);
    expect(await change(client, { password: chosen, current_password: chosen })).toMatchObject(same);
    expect(await signIn(chosen)).toBe(200);
  });
});
