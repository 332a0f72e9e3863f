import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashSecret } from '#functions/platform/identity/secrets.ts';
import { SecondFactorEntity } from '#functions/sessions/second-factor-record.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { holdClock } from '../../../support/clock.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, password } from '../../../support/school/small-school.ts';

const { changeOwnPassword, employeeLogin, login } = authContract;
const wrong = 'Wrong-password-1';

describe('too many tries', () => {
  const school = schoolForTests();
  let clock: ReturnType<typeof holdClock>;
  let accounts = 0;
  let windows = 0;

  /** A time of its own for each test, hours after the one before, and an account whose tries nobody has counted. */
  beforeEach(() => {
    clock = holdClock();
    windows += 12;
    vi.setSystemTime((Math.ceil(Date.now() / 900_000) + windows) * 900_000 + 1000);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const visitor = () => clientWithSession(school.url, undefined);
  async function somebody(): Promise<string> {
    accounts += 1;
    const userName = `somebody${accounts}`;
    await addAccount({ accountId: `X${accounts}`, role: 'teacher', userName, name: 'Some Body' });
    return userName;
  }
  /** Statuses of wrong tries, so many seconds apart. */
  async function tries(
    count: number,
    name: string,
    { client, seconds = 10 }: { client?: TestClient; seconds?: number } = {},
  ): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const answer = await (client ?? (await visitor())).call(login, { name, password: wrong });
      statuses.push(answer.status);
      vi.setSystemTime(Date.now() + seconds * 1000);
    }
    return statuses;
  }
  /** A browser in which the user has signed in before, signed out again. */
  async function ownBrowser(name: string): Promise<TestClient> {
    const own = await new TestClient(school.url).signIn(name, password);
    own.cookies.delete('session');
    await own.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
    return own;
  }
  it('turns strangers away after four wrong tries of an account, even with the right password, until it was quiet for sixteen minutes', async () => {
    const name = await somebody();
    expect(await tries(4, name)).toEqual(Array(4).fill(401));
    const answer = await (await visitor()).call(login, { name: name.toUpperCase(), password });
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ errors: { message: [authRefusals.tooManyTries] } });
    expect(answer.headers.get('retry-after')).toBe(String(16 * 60 - 10));
    clock.passMinutes(15);
    expect((await (await visitor()).call(login, { name, password })).status).toBe(429);
    clock.passMinutes(1);
    expect((await (await visitor()).call(login, { name, password })).status).toBe(200);
  });

  it('lets an owner pass the wall of strangers with a recovery code beside the right password', async () => {
    const name = await somebody();
    const accountId = `X${accounts}`;
    const own = 'k7qf-2m9x-4tab-cdef-ghjk-mnpq';
    await executeActionOfTest(
      SecondFactorEntity.put({
        accountId,
        since: '2026-01-01T00:00:00.000Z',
        trustedFrom: 0,
        codes: [hashSecret(`${accountId}.k7qf2m9x4tabcdefghjkmnpq`)],
      }),
    );
    await tries(4, name);
    const enter = async (typed: { password: string; recovery_code?: string }) =>
      (await visitor()).call(login, { name, ...typed });
    // Without one of the account's codes a right password is answered as a wrong one.
    for (const recovery_code of [undefined, 'k7qf-2m9x-4tab-cdef-ghjk-mnpr', ''])
      for (const typed of [password, wrong]) {
        const answer = await enter({ password: typed, ...(recovery_code !== undefined && { recovery_code }) });
        expect([answer.status, answer.error?.message]).toEqual([429, [authRefusals.tooManyTries]]);
      }
    expect((await enter({ password, recovery_code: own })).status).toBe(200);
    // Strangers are where they were, and the code is still there.
    expect((await enter({ password })).status).toBe(429);
    expect((await SecondFactorEntity.get({ accountId }))?.codes).toHaveLength(1);
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push((await enter({ password: wrong, recovery_code: own })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('answers the same for a name that nobody has', async () => {
    const [there, nobody] = [await somebody(), 'nobody-at-all'];
    for (const name of [there, nobody]) {
      expect(await tries(4, name, { seconds: 0 }), name).toEqual([401, 401, 401, 429]);
      vi.setSystemTime(Date.now() + 8000);
      expect(await tries(3, name), name).toEqual([401, 429, 429]);
    }
  });

  it('counts all doors together, and tries that come at once', async () => {
    const name = await somebody();
    await tries(1, name);
    const client = await visitor();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.call(employeeLogin, { name, password: wrong })),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(2);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10);
  });

  it('forgets the tries of an account after a right password', async () => {
    const name = await somebody();
    await tries(3, name);
    expect((await (await visitor()).call(login, { name, password })).status).toBe(200);
    expect(await tries(5, name)).toEqual([401, 401, 401, 401, 429]);
  });

  it('lets an owner in from a known browser whatever strangers try, slowly and for hours', async () => {
    const name = await somebody();
    const own = await ownBrowser(name);
    // A try a minute: each of them would make the identity service rest the account longer.
    const slow = await tries(90, name, { seconds: 60 });
    expect(slow.filter((status) => status === 401).length).toBeGreaterThan(15);
    expect((await own.call(login, { name, password })).status).toBe(200);
    // And right after strangers have used up what they may.
    own.cookies.delete('session');
    await own.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
    clock.passMinutes(16);
    await tries(5, name, { seconds: 8 });
    expect((await own.call(login, { name, password })).status).toBe(200);
  });

  it('counts the tries of a known browser too', async () => {
    const name = await somebody();
    const own = await new TestClient(school.url).signIn(name, password);
    expect(await tries(11, name, { client: own, seconds: 0 })).toEqual([...Array(10).fill(401), 429]);
    expect((await (await visitor()).call(login, { name, password })).status).not.toBe(429);
  });

  it('knows no browser for another user, nor by a cookie that it did not give', async () => {
    const [mallory, name] = [await somebody(), await somebody()];
    const client = await new TestClient(school.url).signIn(mallory, password);
    const device = client.cookies.get('device') ?? '';
    await tries(4, name);
    expect(await tries(1, name, { client })).toEqual([429]);
    for (const forged of [`${device}x`, device.replace(/^./, '!'), 'a.b', '.', 'a.', `${device.split('.')[0]}.`]) {
      client.cookies.set('device', forged);
      expect(await tries(1, name, { client })).toEqual([429]);
    }
  });

  it('takes a right password back from what the network may try: a morning on which everybody comes from a new browser', async () => {
    const names: string[] = [];
    for (let index = 0; index < 40; index += 1) names.push(await somebody());
    for (const name of names) expect((await (await visitor()).call(login, { name, password })).status).toBe(200);
  });

  it('counts a current password that is typed wrong', async () => {
    const name = await somebody();
    const client = await new TestClient(school.url).signIn(name, password);
    client.cookies.delete('device');
    const change = () =>
      client.call(changeOwnPassword, { name, password: 'Another-password-1', current_password: wrong });
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) statuses.push((await change()).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});
