import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountsContract } from '#shared/accounts/contract.ts';
import { authContract } from '#shared/auth/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { withSession } from '../../support/callers.ts';
import { TestClient } from '../../support/client.ts';
import { holdClock } from '../../support/clock.ts';
import { addAccount, password, startSmallSchool } from '../../support/small-school.ts';

const { employee, employeeChangePassword, employeeLogin } = authContract;
const temporary = 'Temporary-1';
const chosen = 'My-own-choice-1';

describe('while the identity service sets a password', () => {
  let school: RunningSchool;
  let clock: ReturnType<typeof holdClock>;
  let accounts = 0;
  let name: string;
  let accountId: string;
  /** What happens between the moment in which the service is asked to set a password and the one in which it does. */
  let meanwhile: () => Promise<void>;

  beforeAll(async () => {
    school = await startSmallSchool();
    const { identityClient } = await import('#functions/platform/identity/user-pool.ts');
    identityClient.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const act = meanwhile;
          if (commandName === 'AdminSetUserPasswordCommand') {
            meanwhile = async () => undefined;
            await act();
          }
          return next(args);
        },
      { step: 'initialize', name: 'meanwhile' },
    );
  });
  afterAll(() => school.stop());
  beforeEach(async () => {
    meanwhile = async () => undefined;
    clock = holdClock();
    accounts += 1;
    name = `newby${accounts}`;
    accountId = `N${accounts}`;
    await addAccount({ accountId, role: 'teacher', userName: name, name: 'New By', temporaryPassword: temporary });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A client that has just signed in with the temporary password. */
  async function challenged(): Promise<TestClient> {
    const client = await withSession(school.url, undefined);
    expect((await client.call(employeeLogin, { name, password: temporary })).body.password_reset).toBe(true);
    return client;
  }
  const change = (client: TestClient, input: object = {}) =>
    client.call(employeeChangePassword, { name, password: chosen, ...input });
  const signIn = async (typed: string) =>
    (await (await withSession(school.url, undefined)).call(employeeLogin, { name, password: typed })).status;

  const isIn = async (client: TestClient) => (await client.call(employee, { id: accountId })).status !== 401;

  it('whoever gets in by the old one is out afterwards, and has no challenge left', async () => {
    const owner = await challenged();
    await change(owner);
    clock.passMinutes(1);
    const intruders: TestClient[] = [];
    meanwhile = async () => {
      for (let one = 0; one < 3; one += 1) {
        clock.passMinutes(0.01);
        intruders.push(await new TestClient(school.url).signIn(name, chosen));
      }
    };
    expect((await change(owner, { password: 'Another-choice-1', current_password: chosen })).status).toBe(200);
    expect(await Promise.all(intruders.map(isIn))).toEqual([false, false, false]);
    expect(await isIn(owner)).toBe(true);
  });

  it('nobody else sets one with a challenge of the same one-time password', async () => {
    const owner = await challenged();
    let second: TestClient | undefined;
    const answers: number[] = [];
    meanwhile = async () => {
      clock.passMinutes(0.01);
      second = await challenged();
      answers.push((await change(second, { password: 'Taken-over-1' })).status);
    };
    expect((await change(owner)).status).toBe(200);
    if (second) answers.push((await change(second, { password: 'Taken-over-1' })).status);
    expect(answers).toEqual([409, 401]);
    expect([await signIn('Taken-over-1'), await signIn(chosen)]).toEqual([401, 200]);
  });

  it('a reset ends what was opened until it counted', async () => {
    const { openNewSession } = await import('#functions/sessions/sessions.ts');
    const office = await new TestClient(school.url).signIn('admin', password);
    const { Employee } = await import('#functions/people/store.ts');
    await Employee.put({
      employeeId: accountId,
      teacherNum: 900 + accounts,
      firstName: 'New',
      lastName: 'By',
      userName: name,
      postId: 8,
    }).go();
    await change(await challenged());
    let session = '';
    meanwhile = async () => {
      clock.passMinutes(0.5);
      // Of a sign-in that had read the account before the reset was written.
      session = await openNewSession({ accountId, role: 'teacher' }, new Date());
      clock.passMinutes(0.5);
    };
    const answer = await office.call(accountsContract.resetEmployeePassword, { employee_id: accountId });
    expect(answer.status).toBe(200);
    expect(session).not.toBe('');
    expect(await isIn(await withSession(school.url, session))).toBe(false);
  });
});
