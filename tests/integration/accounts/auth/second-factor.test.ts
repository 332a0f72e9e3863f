import { AdminSetUserPasswordCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, describe, expect, it } from 'vitest';
import { beginStep, consumeStep } from '#functions/accounts/auth/second-factor-step.ts';
import { AttemptsEntity } from '#functions/accounts/auth/sign-in/attempt-counters.ts';
import { school as file } from '#functions/school/records/school.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { toNetwork } from '#functions/sessions/browser-and-network.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { computeAuthenticatorCode } from '../../../support/callers/authenticator-app.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { newTeacherForEachTest } from '../../../support/callers/new-teacher.ts';
import { scanBothTables } from '../../../support/school/both-tables.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { addAccount, password } from '../../../support/school/small-school.ts';

const {
  beginDemandedSetUp,
  beginSetUp,
  confirmDemandedSetUp,
  confirmSetUp,
  readEmployeeAccount,
  changeOwnPassword,
  employeeLogin,
  endSecondFactor,
  forgetTrustedDevices,
  makeRecoveryCodes,
  readSecondFactorState,
  signInWithCode,
} = authContract;

describe('a second factor', () => {
  const school = newTeacherForEachTest();
  let number = 0;

  /** A teacher of the test's own, with the password of the small school. */
  async function teacher() {
    number += 1;
    const account = {
      accountId: `F${number}`,
      userName: `factor${number}`,
      role: 'teacher' as const,
      name: 'Fay Factor',
    };
    await addAccount(account);
    return account;
  }

  const signedIn = (name: string) => new TestClient(school.url()).signIn(name, password);
  const isIn = async (client: TestClient, id: string) =>
    (await client.call(readEmployeeAccount, { id })).status !== 401;
  /** To where the app shows a code that was not used yet. */
  const nextCode = () => school.passMinutes(1);

  /** The same, with an app; `client` has set it up and is signed in. */
  async function teacherWithApp() {
    const account = await teacher();
    const client = await signedIn(account.userName);
    const { body } = await client.call(beginSetUp, { current_password: password });
    const confirmed = await client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) });
    expect(confirmed.status).toBe(200);
    nextCode();
    return {
      ...account,
      client,
      secret: body.secret,
      address: body.address,
      codes: confirmed.body.recovery_codes ?? [],
    };
  }

  /** A browser after the right password. */
  async function atCode(name: string, client?: TestClient) {
    const browser = client ?? (await school.visitor());
    const answer = await browser.call(employeeLogin, { name, password });
    expect(answer).toMatchObject({ status: 200, body: { password_reset: false, second_factor: 'code' } });
    return browser;
  }

  const answer = (client: TestClient, code: string, more: { kind?: 'app' | 'recovery'; trust_device?: boolean } = {}) =>
    client.call(signInWithCode, { kind: 'app', trust_device: false, code, ...more });
  const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  async function ruleForStaff(rule: 'off' | 'offered' | 'demanded') {
    file().secondFactor.staff = rule;
  }
  afterEach(() => ruleForStaff('offered'));

  it('has steps of which each is used once, also by requests at the same moment', async () => {
    const { accountId } = await teacher();
    const cookie = await beginStep({ accountId }, { purpose: 'code', proof: 'proof', now: new Date() });
    const [, secret = ''] = /=([^;]+)/.exec(cookie) ?? [];
    const used = await Promise.all([consumeStep(secret), consumeStep(secret)]);
    expect(used.sort()).toEqual([false, true]);
  });

  it('is not asked for until somebody has set one up; from then on the password alone grants no access', async () => {
    const { userName, accountId, secret, client } = await teacherWithApp();
    expect((await client.call(readSecondFactorState, {})).body).toMatchObject({
      rule: 'offered',
      recovery_codes_left: 10,
    });
    const browser = await atCode(userName);
    expect(browser.cookies.has('session')).toBe(false);
    expect(await isIn(browser, accountId)).toBe(false);
    expect(await answer(browser, computeAuthenticatorCode(secret))).toMatchObject({
      status: 200,
      body: { id: accountId, area: 'staff', recovery_codes_left: 10 },
    });
    expect(await isIn(browser, accountId)).toBe(true);
    expect(browser.cookies.has('step')).toBe(false);
  });

  it('has a secret to type, and an address for the app with the school and the user name', async () => {
    const { secret, address, userName } = await teacherWithApp();
    expect(secret).toMatch(/^[A-Z2-7]{52}$/);
    const { protocol, pathname, searchParams } = new URL(address);
    expect(protocol).toBe('otpauth:');
    expect(decodeURIComponent(pathname)).toMatch(new RegExp(`/Northgate Secondary School:${userName}$`));
    expect(Object.fromEntries(searchParams)).toEqual({ secret, issuer: 'Northgate Secondary School' });
  });

  it('is not told of before the password is right', async () => {
    const { userName } = await teacherWithApp();
    const browser = await school.visitor();
    const wrong = await browser.call(employeeLogin, { name: userName, password: 'Wrong-password-1' });
    expect(wrong).toMatchObject({ status: 401, error: { message: [authRefusals.wrongCredentials] } });
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('refuses a wrong code in words, takes the right one after it, and counts to five', async () => {
    const { userName, secret } = await teacherWithApp();
    const browser = await atCode(userName);
    const refused = { status: 422, error: { fields: { code: [authRefusals.codeWrong] } } };
    expect(await answer(browser, wrongOf(computeAuthenticatorCode(secret)))).toMatchObject(refused);
    expect((await answer(browser, computeAuthenticatorCode(secret))).status).toBe(200);
    const guesser = await atCode(userName);
    for (let guess = 0; guess < 5; guess += 1) expect(await answer(guesser, `00000${guess}`)).toMatchObject(refused);
    nextCode();
    expect(await answer(guesser, computeAuthenticatorCode(secret))).toMatchObject({
      status: 409,
      error: { message: [authRefusals.stepOver] },
    });
  });

  it('counts wrong codes of all steps together, and a right password does not take them back', async () => {
    const { userName } = await teacherWithApp();
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) {
      const browser = await school.visitor();
      statuses.push((await browser.call(employeeLogin, { name: userName, password })).status);
      statuses.push((await answer(browser, '000000')).status);
    }
    expect(statuses.slice(0, 4)).toEqual([200, 422, 200, 422]);
    expect(statuses.slice(-4)).toEqual([200, 422, 200, 429]);
  });

  it('lets its owner in from a network that others have used up, and says nothing of a wrong password there', async () => {
    const { userName, secret } = await teacherWithApp();
    const other = await teacher();
    const who = `network#${toNetwork('127.0.0.1')}`;
    const until = Date.now() + 100 * 5000;
    await executeActionOfTest(AttemptsEntity.put({ who, until, expires: Math.ceil(until / 1000) + 86_400 }));
    const visitor = await school.visitor();
    const refused = [
      await visitor.call(employeeLogin, { name: other.userName, password }),
      await visitor.call(employeeLogin, { name: userName, password: 'Wrong-password-1' }),
      await visitor.call(employeeLogin, { name: 'nobody-at-all', password }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(new Set(refused.map(({ error }) => JSON.stringify(error))).size).toBe(1);
    const browser = await atCode(userName);
    expect((await answer(browser, computeAuthenticatorCode(secret))).status).toBe(200);
    await executeActionOfTest(AttemptsEntity.delete({ who }));
  });

  it('waits five minutes for the code', async () => {
    const { userName, secret } = await teacherWithApp();
    const browser = await atCode(userName);
    school.passMinutes(4.9);
    expect((await answer(browser, wrongOf(computeAuthenticatorCode(secret)))).status).toBe(422);
    school.passMinutes(0.2);
    expect(await answer(browser, computeAuthenticatorCode(secret))).toMatchObject({
      status: 409,
      error: { message: [authRefusals.stepOver] },
    });
  });

  it('is of one person: the step of another takes no code of one’s own, and one step opens one session', async () => {
    const [one, other] = [await teacherWithApp(), await teacherWithApp()];
    const browser = await atCode(other.userName);
    expect((await answer(browser, computeAuthenticatorCode(one.secret))).status).toBe(422);
    const step = browser.cookies.get('step') ?? '';
    const holders = await Promise.all([1, 2, 3].map(() => school.visitor()));
    for (const holder of holders) holder.cookies.set('step', step);
    const statuses = await Promise.all(
      holders.map(
        async (holder, index) => (await answer(holder, computeAuthenticatorCode(other.secret, index - 1))).status,
      ),
    );
    expect(statuses.toSorted()[0]).toBe(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await answer(browser, computeAuthenticatorCode(other.secret))).status).toBe(409);
  });

  it('ends its step when the account is disabled or its sessions are ended meanwhile', async () => {
    const { userName, accountId, secret } = await teacherWithApp();
    const browser = await atCode(userName);
    await executeActionOfTest(AccountEntity.update({ accountId }, { set: { isDisabled: true } }));
    expect((await answer(browser, computeAuthenticatorCode(secret))).status).toBe(409);
    await executeActionOfTest(AccountEntity.update({ accountId }, { remove: ['isDisabled'] }));
    school.passMinutes(1);
    await executeActionOfTest(
      AccountEntity.update({ accountId }, { set: { sessionsValidFrom: new Date().toISOString() } }),
    );
    expect((await answer(browser, computeAuthenticatorCode(secret))).status).toBe(409);
  });

  it('is asked for after a one-time password was exchanged for an own one', async () => {
    const { userName, accountId, secret } = await teacherWithApp();
    const { setPasswordOnce } = await oneTime();
    await setPasswordOnce({ Username: userName, accountId });
    const browser = await school.visitor();
    const first = await browser.call(employeeLogin, { name: userName, password: 'One-time-pass-1' });
    expect(first.body).toMatchObject({ password_reset: true, second_factor: 'none' });
    const changed = await browser.call(changeOwnPassword, { name: userName, password: 'Chosen-by-me-1' });
    expect(changed.body).toMatchObject({ password_reset: false, second_factor: 'code' });
    expect(await isIn(browser, accountId)).toBe(false);
    nextCode();
    expect((await answer(browser, computeAuthenticatorCode(secret))).status).toBe(200);
    expect(await isIn(browser, accountId)).toBe(true);
  });

  it('takes a recovery code once, however it is typed, and says how many are left', async () => {
    const { userName, codes } = await teacherWithApp();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    const [code = ''] = codes;
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    const used = await answer(await atCode(userName), typed, { kind: 'recovery' });
    expect(used).toMatchObject({ status: 200, body: { recovery_codes_left: 9 } });
    const refused = { status: 422, error: { fields: { code: [authRefusals.recoveryCodeWrong] } } };
    expect(await answer(await atCode(userName), code, { kind: 'recovery' })).toMatchObject(refused);
    expect(await answer(await atCode(userName), 'aaaa-bbbb-cccc-dddd', { kind: 'recovery' })).toMatchObject(refused);
  });

  it('lets one win of those who use one recovery code at once, and loses none of two used at once', async () => {
    const { userName, codes, client } = await teacherWithApp();
    const [first = '', second = '', third = ''] = codes;
    const browsers = [await atCode(userName), await atCode(userName), await atCode(userName)];
    const same = await Promise.all(browsers.map((browser) => answer(browser, first, { kind: 'recovery' })));
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const two = [await atCode(userName), await atCode(userName)];
    const both = await Promise.all(
      two.map((browser, index) => answer(browser, index === 0 ? second : third, { kind: 'recovery' })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await client.call(readSecondFactorState, {})).body.recovery_codes_left).toBe(7);
  });

  it('keeps no secret and no code that the table could tell', async () => {
    const { secret, codes, userName } = await teacherWithApp();
    const browser = await atCode(userName);
    const stored = JSON.stringify(await scanBothTables());
    expect(stored).toContain('second-factor-step#');
    for (const word of [secret, ...codes, browser.cookies.get('step') ?? '']) expect(stored).not.toContain(word);
  });

  it('makes new recovery codes against password and code, and the old ones are void', async () => {
    const { client, secret, codes, userName } = await teacherWithApp();
    const wrong = await client.call(makeRecoveryCodes, {
      current_password: 'Wrong-password-1',
      code: computeAuthenticatorCode(secret),
    });
    expect(wrong.error?.fields).toEqual({ current_password: [authRefusals.currentPasswordWrong] });
    const wrongCode = await client.call(makeRecoveryCodes, {
      current_password: password,
      code: wrongOf(computeAuthenticatorCode(secret)),
    });
    expect(wrongCode.error?.fields).toEqual({ code: [authRefusals.codeWrong] });
    const made = await client.call(makeRecoveryCodes, {
      current_password: password,
      code: computeAuthenticatorCode(secret),
    });
    expect(made.body.recovery_codes).toHaveLength(10);
    const [old = ''] = codes;
    const [fresh = ''] = made.body.recovery_codes ?? [];
    expect((await answer(await atCode(userName), old, { kind: 'recovery' })).status).toBe(422);
    expect((await answer(await atCode(userName), fresh, { kind: 'recovery' })).status).toBe(200);
  });

  it('is set up by a code of the new app alone, in the browser and the session that began it', async () => {
    const account = await teacher();
    const client = await signedIn(account.userName);
    const wrong = await client.call(beginSetUp, { current_password: 'Wrong-password-1' });
    expect(wrong.error?.fields).toEqual({ current_password: [authRefusals.currentPasswordWrong] });
    const { body } = await client.call(beginSetUp, { current_password: password });
    const refused = await client.call(confirmSetUp, { code: wrongOf(computeAuthenticatorCode(body.secret)) });
    expect(refused.error?.fields).toEqual({ code: [authRefusals.codeWrong] });
    const other = await signedIn((await teacher()).userName);
    expect((await other.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) })).status).toBe(409);
    other.cookies.set('step', client.cookies.get('step') ?? '');
    expect((await other.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) })).status).toBe(409);
    expect(
      (await (await school.visitor()).call(employeeLogin, { name: account.userName, password })).body,
    ).toMatchObject({
      second_factor: 'none',
    });
    expect((await client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) })).status).toBe(200);
  });

  it('moves to another phone with a code of the old one, which counts until the new one has shown its first code', async () => {
    const { client, secret, userName, codes } = await teacherWithApp();
    const without = await client.call(beginSetUp, { current_password: password });
    expect(without.error?.fields).toEqual({ code: ['Required.'] });
    const { body } = await client.call(beginSetUp, {
      current_password: password,
      code: computeAuthenticatorCode(secret),
      kind: 'app',
    });
    nextCode();
    expect((await answer(await atCode(userName), computeAuthenticatorCode(secret))).status).toBe(200);
    const moved = await client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) });
    nextCode();
    expect((await answer(await atCode(userName), computeAuthenticatorCode(secret))).status).toBe(422);
    expect((await answer(await atCode(userName), codes[0] ?? '', { kind: 'recovery' })).status).toBe(422);
    expect((await answer(await atCode(userName), computeAuthenticatorCode(body.secret))).status).toBe(200);
    expect(moved.body.recovery_codes).toHaveLength(10);
  });

  it('ends the other sessions of its owner when it is set up, moved or ended, and leaves the one where that is done', async () => {
    const account = await teacher();
    const [client, other] = [await signedIn(account.userName), await signedIn(account.userName)];
    const { body } = await client.call(beginSetUp, { current_password: password });
    expect(await isIn(other, account.accountId)).toBe(true);
    expect((await client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) })).status).toBe(200);
    expect(await isIn(other, account.accountId)).toBe(false);
    expect(await isIn(client, account.accountId)).toBe(true);

    nextCode();
    const again = await atCode(account.userName);
    expect((await answer(again, computeAuthenticatorCode(body.secret))).status).toBe(200);
    nextCode();
    const code = computeAuthenticatorCode(body.secret);
    expect((await client.call(endSecondFactor, { current_password: password, code, kind: 'app' })).status).toBe(200);
    expect(await isIn(again, account.accountId)).toBe(false);
    expect(await isIn(client, account.accountId)).toBe(true);
  });

  it('is ended with password and code, unless the school demands it', async () => {
    const { client, secret, userName } = await teacherWithApp();
    const end = (code: string) => client.call(endSecondFactor, { current_password: password, code, kind: 'app' });
    await ruleForStaff('demanded');
    expect(await end(computeAuthenticatorCode(secret))).toMatchObject({
      status: 409,
      error: { message: [authRefusals.secondFactorDemanded] },
    });
    await ruleForStaff('offered');
    expect((await end(wrongOf(computeAuthenticatorCode(secret)))).status).toBe(422);
    expect((await end(computeAuthenticatorCode(secret))).status).toBe(200);
    expect((await client.call(readSecondFactorState, {})).body).toEqual({
      rule: 'offered',
      since: null,
      recovery_codes_left: 0,
    });
    const { body } = await (await school.visitor()).call(employeeLogin, { name: userName, password });
    expect(body.second_factor).toBe('none');
  });

  it('cannot be set up where the school has none', async () => {
    const client = await signedIn((await teacher()).userName);
    await ruleForStaff('off');
    expect((await client.call(beginSetUp, { current_password: password })).status).toBe(409);
    expect((await client.call(readSecondFactorState, {})).body.rule).toBe('off');
  });

  it('is set up within the sign-in where the school demands one and there is none, and before that there is no session', async () => {
    const { userName, accountId } = await teacher();
    await ruleForStaff('demanded');
    const browser = await school.visitor();
    const login = await browser.call(employeeLogin, { name: userName, password });
    expect(login.body).toMatchObject({ password_reset: false, second_factor: 'set up' });
    expect(await isIn(browser, accountId)).toBe(false);
    expect((await answer(browser, '123456')).status).toBe(409);
    const { body } = await browser.call(beginDemandedSetUp, {});
    const wrong = await browser.call(confirmDemandedSetUp, {
      code: wrongOf(computeAuthenticatorCode(body.secret)),
      trust_device: false,
    });
    expect(wrong.error?.fields).toEqual({ code: [authRefusals.codeWrong] });
    expect(await isIn(browser, accountId)).toBe(false);
    const done = await browser.call(confirmDemandedSetUp, {
      code: computeAuthenticatorCode(body.secret),
      trust_device: false,
    });
    expect(done).toMatchObject({ status: 200, body: { id: accountId, area: 'staff' } });
    expect(done.body.recovery_codes).toHaveLength(10);
    expect(await isIn(browser, accountId)).toBe(true);
    nextCode();
    expect((await answer(await atCode(userName), computeAuthenticatorCode(body.secret))).status).toBe(200);
  });

  describe('on a device that is trusted for thirty days', () => {
    async function trusting() {
      const account = await teacherWithApp();
      const browser = await atCode(account.userName);
      expect((await answer(browser, computeAuthenticatorCode(account.secret), { trust_device: true })).status).toBe(
        200,
      );
      nextCode();
      return { ...account, browser };
    }
    const stepAt = async (client: TestClient, name: string, word = password) =>
      (await client.call(employeeLogin, { name, password: word })).body.second_factor;

    it('is not asked for there, and is elsewhere and after thirty days', async () => {
      const { browser, userName } = await trusting();
      expect(await stepAt(browser, userName)).toBe('none');
      expect(await stepAt(await school.visitor(), userName)).toBe('code');
      school.passMinutes(30 * 24 * 60 - 5);
      expect(await stepAt(browser, userName)).toBe('none');
      school.passMinutes(10);
      expect(await stepAt(browser, userName)).toBe('code');
    });

    it('is asked for where somebody else’s browser has the cookie, or another one beside it', async () => {
      const [one, other] = [await trusting(), await trusting()];
      expect(await stepAt(other.browser, one.userName)).toBe('code');
      const thief = await school.visitor();
      thief.cookies.set('trusted', one.browser.cookies.get('trusted') ?? '');
      expect(await stepAt(thief, one.userName)).toBe('code');
    });

    it('is asked for again once the password was changed', async () => {
      const { browser, userName } = await trusting();
      const input = { name: userName, password: 'Another-choice-1', current_password: password };
      expect((await browser.call(changeOwnPassword, input)).status).toBe(200);
      nextCode();
      expect(await stepAt(browser, userName, 'Another-choice-1')).toBe('code');
    });

    it('is asked for again once the user wants that, or has set up another app', async () => {
      const { browser, userName, secret, client } = await trusting();
      expect((await client.call(forgetTrustedDevices, {})).status).toBe(200);
      nextCode();
      expect(await stepAt(browser, userName)).toBe('code');
      expect((await answer(browser, computeAuthenticatorCode(secret), { trust_device: true })).status).toBe(200);
      nextCode();
      expect(await stepAt(browser, userName)).toBe('none');
      const { body } = await client.call(beginSetUp, {
        current_password: password,
        code: computeAuthenticatorCode(secret),
        kind: 'app',
      });
      expect((await client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) })).status).toBe(200);
      expect(await stepAt(browser, userName)).toBe('code');
    });
  });

  async function oneTime() {
    const setPasswordOnce = async ({ Username, accountId }: { Username: string; accountId: string }) => {
      await new CognitoIdentityProviderClient({}).send(
        new AdminSetUserPasswordCommand({
          UserPoolId: process.env.USER_POOL_ID,
          Username,
          Password: 'One-time-pass-1',
          Permanent: false,
        }),
      );
      const passwordIssuedAt = new Date().toISOString();
      await executeActionOfTest(AccountEntity.update({ accountId }, { set: { passwordIssuedAt } }));
    };
    return { setPasswordOnce };
  }
});
