import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { authMessages } from '#shared/auth/messages.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { withSession } from '../../support/callers.ts';
import { TestClient } from '../../support/client.ts';
import { holdClock } from '../../support/clock.ts';
import { addAccount, password, startSmallSchool } from '../../support/small-school.ts';

const { employeeChangePassword, employeeLogin, login } = authContract;
const wrong = 'Wrong-password-1';

describe('too many tries', () => {
  let school: RunningSchool;
  let clock: ReturnType<typeof holdClock>;
  let accounts = 0;
  let windows = 0;

  beforeAll(async () => {
    school = await startSmallSchool();
  });
  afterAll(() => school.stop());

  /** A window of its own for each test, and an account whose tries nobody has counted. */
  beforeEach(() => {
    clock = holdClock();
    windows += 2;
    vi.setSystemTime((Math.ceil(Date.now() / 900_000) + windows) * 900_000 + 1000);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const visitor = () => withSession(school.url, undefined);
  async function somebody(): Promise<string> {
    accounts += 1;
    const userName = `somebody${accounts}`;
    await addAccount({ accountId: `X${accounts}`, role: 'teacher', userName, name: 'Some Body' });
    return userName;
  }
  async function tries(count: number, name: string, client?: TestClient): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const answer = await (client ?? (await visitor())).call(login, { name, password: wrong });
      statuses.push(answer.status);
    }
    return statuses;
  }

  it('answers 429 to an account after ten tries, even with the right password, and forgets after fifteen minutes', async () => {
    const name = await somebody();
    expect(await tries(10, name)).toEqual(Array(10).fill(401));
    const answer = await (await visitor()).call(login, { name: name.toUpperCase(), password });
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ errors: { message: [authMessages.tooManyTries] } });
    clock.passMinutes(15);
    expect((await (await visitor()).call(login, { name, password })).status).toBe(200);
  });

  it('answers the same for a name that nobody has', async () => {
    expect(await tries(11, 'nobody-at-all')).toEqual([...Array(10).fill(401), 429]);
  });

  it('counts all doors together, and tries that come at once', async () => {
    const name = await somebody();
    await tries(5, name);
    const client = await visitor();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.call(employeeLogin, { name, password: wrong })),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7);
  });

  it('forgets the tries of an account after a right password', async () => {
    const name = await somebody();
    await tries(9, name);
    // Cognito has its own rest after five wrong ones: up to 16 seconds after nine.
    vi.setSystemTime(Date.now() + 20_000);
    expect((await (await visitor()).call(login, { name, password })).status).toBe(200);
    expect(await tries(9, name)).toEqual(Array(9).fill(401));
  });

  it('lets a browser in that its user has signed in from before, whatever strangers try', async () => {
    const name = await somebody();
    const own = await new TestClient(school.url).signIn(name, password);
    own.cookies.delete('session');
    await own.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
    expect(await tries(11, name)).toEqual([...Array(10).fill(401), 429]);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await own.call(login, { name, password })).status).toBe(200);
  });

  it('counts the tries of a known browser too', async () => {
    const name = await somebody();
    const own = await new TestClient(school.url).signIn(name, password);
    expect(await tries(11, name, own)).toEqual([...Array(10).fill(401), 429]);
    expect((await (await visitor()).call(login, { name, password })).status).not.toBe(429);
  });

  it('knows no browser for another user, nor by a cookie that it did not give', async () => {
    const [mallory, name] = [await somebody(), await somebody()];
    const client = await new TestClient(school.url).signIn(mallory, password);
    const device = client.cookies.get('device') ?? '';
    await tries(10, name);
    expect(await tries(1, name, client)).toEqual([429]);
    for (const forged of [`${device}x`, device.replace(/^./, '!'), 'a.b', '.', 'a.', `${device.split('.')[0]}.`]) {
      client.cookies.set('device', forged);
      expect(await tries(1, name, client)).toEqual([429]);
    }
  });

  it('answers 429 to an address after two hundred tries, and lets the accounts alone from then on', async () => {
    const name = await somebody();
    const client = await visitor();
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, () => client.call(login, { name: `guess-${round}`, password: wrong })),
      );
    }
    expect(await tries(11, name, client)).toEqual(Array(11).fill(429));
    const { countAttempt } = await import('#functions/auth/sign-in/attempts.ts');
    const elsewhere = { userName: name, device: undefined, address: '203.0.113.7', now: new Date() };
    expect(await countAttempt(elsewhere)).toBe('counted');
    clock.passMinutes(15);
    expect((await client.call(login, { name, password })).status).toBe(200);
  });

  it('counts a current password that is typed wrong', async () => {
    const name = await somebody();
    const client = await new TestClient(school.url).signIn(name, password);
    const change = () =>
      client.call(employeeChangePassword, { name, password: 'Another-password-1', current_password: wrong });
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) statuses.push((await change()).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});
