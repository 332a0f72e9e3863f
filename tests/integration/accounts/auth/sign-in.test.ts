import { AdminDisableUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AttemptsEntity } from '#functions/accounts/auth/sign-in/attempt-counters.ts';
import { identityClient } from '#functions/platform/identity/user-pool.ts';
import { documentClient } from '#functions/platform/table/table.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { forgetSignInAttempts } from '../../../support/callers/forget-sign-in-attempts.ts';
import { runOutsideOfFunction } from '../../../support/policies/guarded-functions.ts';
import { scanBothTables } from '../../../support/school/both-tables.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, password } from '../../../support/school/small-school.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';

const { adminLogin, readAdminPermissions, readEmployeeAccount, employeeLogin, login } = authContract;

describe('signing in', () => {
  const school = schoolForTests();

  beforeAll(async () => {
    await addAccount({
      accountId: 'T7',
      role: 'teacher',
      userName: 'newby',
      name: 'Nora Newby',
      temporaryPassword: 'Temporary-1',
    });
    await addAccount({ accountId: 'T8', role: 'teacher', userName: 'núria', name: 'Núria Soler' });
  });
  beforeEach(forgetSignInAttempts);

  const visitor = () => clientWithSession(school.url, undefined);

  it('opens a session at /login for both areas', async () => {
    const mona = await (await visitor()).call(login, { name: 'mona', password });
    expect(mona).toMatchObject({ status: 200, body: { id: 'T1', area: 'staff', password_reset: false } });
    const admin = await (await visitor()).call(login, { name: 'admin', password });
    expect(admin).toMatchObject({ status: 200, body: { id: 'A1', area: 'admin', password_reset: false } });
  });

  it('opens a session at the door of the area, and the session works', async () => {
    const teacher = await visitor();
    const answer = await teacher.call(employeeLogin, { name: 'mona', password });
    expect(answer).toMatchObject({ status: 200, body: { employee_id: 'T1', password_reset: false } });
    expect((await teacher.call(readEmployeeAccount, {})).body).toMatchObject({ id: 'T1', first_name: 'Mona' });

    const office = await visitor();
    expect((await office.call(adminLogin, { name: 'pta', password })).body).toEqual({
      id: 'A3',
      password_reset: false,
      second_factor: 'none',
    });
    expect((await office.call(readAdminPermissions, {})).body).toMatchObject({ user_admin: 'PTA' });
  });

  it.each([
    { name: 'mona in capitals and with spaces around', typed: '  MONA ' },
    { name: 'an accent in one sign', typed: 'n\u00faria' },
    { name: 'an accent in two signs', typed: 'nu\u0301ria' },
    { name: 'an accent in capitals', typed: 'NU\u0301RIA' },
  ])('takes $name', async ({ typed }) => {
    expect((await (await visitor()).call(login, { name: typed, password })).status).toBe(200);
  });

  const refused = [
    { reason: 'a wrong password', call: login, name: 'mona', typed: 'Wrong-password-1' },
    { reason: 'a password in other capitals', call: login, name: 'mona', typed: password.toUpperCase() },
    { reason: 'a name that nobody has', call: login, name: 'nobody', typed: password },
    { reason: 'a name that Cognito cannot have', call: login, name: 'a\u0000b c', typed: password },
    { reason: 'an admin at the door of the staff', call: employeeLogin, name: 'admin', typed: password },
    { reason: 'a teacher at the door of the admins', call: adminLogin, name: 'mona', typed: password },
    { reason: 'a new teacher at the door of the admins', call: adminLogin, name: 'newby', typed: 'Temporary-1' },
    { reason: 'a new teacher with a wrong password', call: employeeLogin, name: 'newby', typed: 'Temporary-2' },
    { reason: 'a disabled account', call: login, name: 'eric', typed: password },
    { reason: 'a disabled account with a wrong password', call: login, name: 'eric', typed: 'Wrong-password-1' },
    { reason: 'an account that Cognito has disabled', call: login, name: 'dina', typed: password },
  ];
  it.each(refused)('refuses $reason in the same words', async ({ call, name, typed }) => {
    await disable();
    const client = await visitor();
    const answer = await client.call(call, { name, password: typed });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ errors: { message: [authRefusals.wrongCredentials] } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('asks Cognito and the table as often whether the account exists or not', async () => {
    await disable();
    const names = ['mona', 'nobody', 'eric', 'dina', 'newby', 'admin'];
    const counts: Record<string, string[]> = {};
    // The first try of a network begins its counter.
    await (await visitor()).call(employeeLogin, { name: 'somebody', password: 'Wrong-password-1' });
    for (const name of names) {
      const client = await visitor();
      counts[name] = await requestsDuring(() => client.call(employeeLogin, { name, password: 'Wrong-password-1' }));
    }
    expect(counts.nobody).toContain('AdminInitiateAuthCommand');
    for (const name of names) expect({ name, requests: counts[name] }).toEqual({ name, requests: counts.nobody });
  });

  it('lets fifty teachers of one address in within a second', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `crowd${index + 1}`);
    await Promise.all(
      names.map((userName, index) =>
        addAccount({ accountId: `C${index + 1}`, role: 'teacher', userName, name: 'Some Body' }),
      ),
    );
    const visitors = await Promise.all(names.map(() => clientWithSession(school.url, undefined)));
    const answers = await Promise.all(
      visitors.map((visitor, index) => visitor.call(login, { name: names[index] ?? '', password })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  });

  it('gives an account its try back where the last one of the network went to somebody else meanwhile', async () => {
    const network = { who: 'network#127.0.0.1' };
    await (await visitor()).call(employeeLogin, { name: 'eric', password: 'Wrong-password-1' });
    const client = await visitor();
    let isUsedUp = false;
    const answer = await hookTable(
      async ({ command, send }) => {
        if (!isUsedUp && command !== 'BatchGetItemCommand') {
          isUsedUp = true;
          const until = Date.now() + 86_400_000;
          await runOutsideOfFunction(() => executeActionOfTest(AttemptsEntity.update(network, { set: { until } })));
        }
        return send();
      },
      () => client.call(employeeLogin, { name: 'mona', password }),
    );
    expect(answer.status).toBe(429);
    expect(await AttemptsEntity.get({ who: 'account#mona' })).toBeUndefined();
    expect(await AttemptsEntity.get({ who: 'account#eric' })).toMatchObject({ count: 1 });
  });

  it('holds the name of a student’s account to the rule of students at the door of the staff too', async () => {
    // Seventy wrong tries of students in the network: somebody goes through a class, and each account has two.
    const who = 'network#students#127.0.0.1';
    const until = Date.now() + 70_000;
    await executeActionOfTest(AttemptsEntity.put({ who, until, expires: Math.ceil(until / 1000) }));
    const statuses: number[] = [];
    for (const password of ['Wrong-password-1', 'Wrong-password-2', 'Wrong-password-3'])
      statuses.push((await (await visitor()).call(employeeLogin, { name: 'student:S01', password })).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('gives every sign-in a session of its own, whatever session cookie came with it', async () => {
    const victim = await clientWithSession(
      school.url,
      `${Buffer.from('T1').toString('base64url')}.chosen-by-an-attacker`,
    );
    await victim.call(login, { name: 'mona', password });
    const first = victim.cookies.get('session');
    expect(first).not.toContain('chosen-by-an-attacker');
    await victim.call(login, { name: 'mona', password });
    expect(victim.cookies.get('session')).not.toBe(first);
  });

  it('keeps of a session and of a password nothing that could open one', async () => {
    const client = await new TestClient(school.url).signIn('mona', password);
    const stored = JSON.stringify(await scanBothTables());
    expect(stored).toContain('session#T1');
    expect(stored).not.toContain(client.cookies.get('session')?.split('.')[1]);
    expect(stored).not.toContain(password);
  });

  /** Eric in our records, Dina in Cognito. */
  async function disable(): Promise<void> {
    await executeActionOfTest(AccountEntity.update({ accountId: 'T2' }, { set: { isDisabled: true } }));
    await new CognitoIdentityProviderClient({}).send(
      new AdminDisableUserCommand({ UserPoolId: process.env.USER_POOL_ID, Username: 'dina' }),
    );
  }
});

/** The names of the commands that the functions send to Cognito and DynamoDB, sorted: what an onlooker could time. */
async function requestsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const stacks = [identityClient, documentClient].map(
    (client) => client.middlewareStack as typeof documentClient.middlewareStack,
  );
  for (const stack of stacks) {
    stack.add(
      (next, context) => (args) => {
        names.push(String(context.commandName));
        return next(args);
      },
      { step: 'initialize', name: 'watch' },
    );
  }
  await act();
  for (const stack of stacks) stack.remove('watch');
  return names.sort();
}
