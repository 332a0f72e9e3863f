import { afterEach, describe, expect, it, vi } from 'vitest';
import { logger } from '#functions/platform/log.ts';
import { school as file } from '#functions/school/records/school.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { type Role, roles } from '#shared/http/contract.ts';
import { computeAuthenticatorCode } from '../../../support/callers/authenticator-app.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { chosenPassword, newTeacherForEachTest, temporaryPassword } from '../../../support/callers/new-teacher.ts';
import { addAccount, password, setUserGroups } from '../../../support/school/small-school.ts';

const {
  adminLogin,
  beginDemandedSetUp,
  beginSetUp,
  confirmDemandedSetUp,
  confirmOwner,
  confirmSetUp,
  changeOwnPassword,
  employeeLogin,
  login,
  readMyAccount,
  readSecondFactorState,
  signInWithCode,
} = authContract;

const sentence =
  'This sign-in is not set up correctly. Please ask the office, or another administrator, to reset your password.';

/** A sign-in up to its last call. */
interface Prepared {
  userName: string;
  /** A browser that has no session yet, or a session of the account that the call is made in. */
  client: TestClient;
  last: () => Promise<{ status: number; error: { message: string[] } | undefined }>;
}

describe('the group of an account', () => {
  const school = newTeacherForEachTest();
  let number = 0;

  async function account(role: Role = 'teacher') {
    number += 1;
    const one = { accountId: `G${number}`, userName: `group${number}`, role, name: 'Gina Group' };
    await addAccount(one);
    return one;
  }
  const signedIn = (name: string) => new TestClient(school.url()).signIn(name, password);

  async function ruleForStaff(rule: 'offered' | 'demanded') {
    file().secondFactor.staff = rule;
  }
  afterEach(() => ruleForStaff('offered'));

  /** A teacher with an app, and a session in which it was set up. */
  async function withApp() {
    const { accountId, userName } = await account();
    const client = await signedIn(userName);
    const { body } = await client.call(beginSetUp, { current_password: password });
    const confirmed = await client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) });
    school.passMinutes(1);
    const [recovery = ''] = confirmed.body.recovery_codes ?? [];
    return { accountId, userName, client, code: () => computeAuthenticatorCode(body.secret), recovery };
  }
  /** A browser after the right password of such a teacher. */
  async function atCode() {
    const owner = await withApp();
    const browser = await school.visitor();
    const answer = await browser.call(employeeLogin, { name: owner.userName, password });
    expect(answer).toMatchObject({ status: 200, body: { second_factor: 'code' } });
    return { ...owner, browser };
  }

  const paths: Record<string, () => Promise<Prepared>> = {
    'a password alone': async () => {
      const [{ userName }, client] = [await account(), await school.visitor()];
      return { userName, client, last: () => client.call(login, { name: userName, password }) };
    },
    'a one-time password': async () => {
      const client = await school.visitor();
      const typed = { name: school.name, password: temporaryPassword };
      return { userName: school.name, client, last: () => client.call(employeeLogin, typed) };
    },
    'the password chosen after a one-time password': async () => {
      const client = await school.challenged();
      return { userName: school.name, client, last: () => school.change(client) };
    },
    'another password of one’s own': async () => {
      const { userName } = await account();
      const client = await signedIn(userName);
      const typed = { name: userName, password: chosenPassword, current_password: password };
      return { userName, client, last: () => client.call(changeOwnPassword, typed) };
    },
    'another password of one’s own, with an app': async () => {
      const { userName, client } = await withApp();
      const typed = { name: userName, password: chosenPassword, current_password: password };
      return { userName, client, last: () => client.call(changeOwnPassword, typed) };
    },
    'the code of an app': async () => {
      const { userName, browser: client, code } = await atCode();
      const typed = { kind: 'app' as const, trust_device: false, code: code() };
      return { userName, client, last: () => client.call(signInWithCode, typed) };
    },
    'a recovery code': async () => {
      const { userName, browser: client, recovery: code } = await atCode();
      const typed = { kind: 'recovery' as const, trust_device: false, code };
      return { userName, client, last: () => client.call(signInWithCode, typed) };
    },
    'a trusted device': async () => {
      const { userName, browser: client, code } = await atCode();
      await client.call(signInWithCode, { kind: 'app', trust_device: true, code: code() });
      return { userName, client, last: () => client.call(employeeLogin, { name: userName, password }) };
    },
    'the password before a demanded set-up': async () => {
      await ruleForStaff('demanded');
      const [{ userName }, client] = [await account(), await school.visitor()];
      return { userName, client, last: () => client.call(employeeLogin, { name: userName, password }) };
    },
    'the first code of a demanded set-up': async () => {
      await ruleForStaff('demanded');
      const [{ userName }, client] = [await account(), await school.visitor()];
      await client.call(employeeLogin, { name: userName, password });
      const { body } = await client.call(beginDemandedSetUp, {});
      const typed = { code: computeAuthenticatorCode(body.secret), trust_device: false };
      return { userName, client, last: () => client.call(confirmDemandedSetUp, typed) };
    },
    'the first code of an app of one’s own': async () => {
      const { userName } = await account();
      const client = await signedIn(userName);
      const { body } = await client.call(beginSetUp, { current_password: password });
      return {
        userName,
        client,
        last: () => client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) }),
      };
    },
    'the proof of the owner': async () => {
      const { userName } = await account();
      const client = await signedIn(userName);
      return { userName, client, last: () => client.call(confirmOwner, { current_password: password }) };
    },
    'the proof of the owner, with the code of an app': async () => {
      const { userName, client, code } = await withApp();
      const typed = { current_password: password, kind: 'app' as const, code: code() };
      return { userName, client, last: () => client.call(confirmOwner, typed) };
    },
    'the proof of the owner, with a recovery code': async () => {
      const { userName, client, recovery: code } = await withApp();
      const typed = { current_password: password, kind: 'recovery' as const, code };
      return { userName, client, last: () => client.call(confirmOwner, typed) };
    },
  };

  describe.each(Object.entries(paths))('by %s', (_, prepare) => {
    it.each<{ groups: Role[]; status: number }>([
      { groups: ['teacher'], status: 200 },
      { groups: ['Admin'], status: 403 },
    ])('with the groups $groups of a teacher: $status', async ({ groups, status }) => {
      const { userName, client, last } = await prepare();
      const hadSession = client.cookies.get('session');
      await setUserGroups(userName, groups);
      const answer = await last();
      expect(answer.status).toBe(status);
      if (status === 200) return;
      expect(answer.error?.message).toEqual([sentence]);
      expect(client.cookies.get('session')).toBe(hadSession);
    });
  });

  it.each(roles)('has to be that of the record at the office’s door too: %s', async (role) => {
    const { userName } = await account('Admin');
    await setUserGroups(userName, [role]);
    const answer = await (await school.visitor()).call(adminLogin, { name: userName, password });
    expect(answer.status).toBe(role === 'Admin' ? 200 : 403);
  });

  it('is not told of to somebody who types a wrong password, or comes to the wrong door', async () => {
    const { userName } = await account();
    await setUserGroups(userName, ['Admin']);
    const visitor = await school.visitor();
    expect((await visitor.call(login, { name: userName, password: 'Wrong-password-1' })).status).toBe(401);
    expect((await visitor.call(adminLogin, { name: userName, password })).status).toBe(401);
  });

  it('refuses without using up a recovery code, and without setting up an app', async () => {
    const { userName, last, client } = await (paths['a recovery code'] as () => Promise<Prepared>)();
    await setUserGroups(userName, []);
    expect((await last()).status).toBe(403);
    await setUserGroups(userName, ['teacher']);
    expect((await last()).status).toBe(200);
    expect((await client.call(readSecondFactorState, {})).body.recovery_codes_left).toBe(9);

    const own = await (paths['the first code of an app of one’s own'] as () => Promise<Prepared>)();
    await setUserGroups(own.userName, []);
    expect((await own.last()).status).toBe(403);
    expect((await own.client.call(readSecondFactorState, {})).body.since).toBeNull();
    await setUserGroups(own.userName, ['teacher']);
    expect((await own.last()).status).toBe(200);
  });

  it('that differs is in the log for the alarm, without a name, and among the events of the account', async () => {
    const { accountId, userName } = await account();
    const client = await signedIn(userName);
    await setUserGroups(userName, ['PTA', 'teacher']);
    school.passMinutes(1);
    const lines: string[] = [];
    const written = vi.spyOn(logger, 'error').mockImplementation((...line) => void lines.push(JSON.stringify(line)));
    await (await school.visitor()).call(login, { name: userName, password });
    written.mockRestore();
    const [line = '', ...more] = lines.filter((each) => each.includes('"account group differs"'));
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toEqual([
      'account group differs',
      { account: accountId, role: 'teacher', groups: ['PTA', 'teacher'] },
    ]);
    const { body } = await client.call(readMyAccount, {});
    expect(body.events.map(({ kind }) => kind).slice(0, 2)).toEqual(['group differs', 'signed in']);
  });
});
