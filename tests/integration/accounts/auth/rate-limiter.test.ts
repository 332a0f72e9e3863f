import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { clientOfAccount, clientWithSession } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { holdClock } from '../../../support/clock.ts';
import { startSmallSchool } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { listFormLevels } = peopleContract;
const { readTermOverview } = termsContract;
const { setCsrfCookie } = authContract;

/**
 * Only `Date` is held, so that no time gives anything back while a test runs. A tenth of the calls is let through at
 * once.
 */
describe('a browser that calls without end', () => {
  let school: RunningSchool;
  let clock: ReturnType<typeof holdClock>;

  beforeAll(async () => {
    process.env.CALL_PACE = 'tenth';
    school = await startSmallSchool();
    clock = holdClock();
  });
  afterEach(() => clock.passMinutes(1));
  afterAll(async () => {
    vi.useRealTimers();
    await school.stop();
  });

  /** Calls so often, thirty at a time, and says how often each status came. */
  async function flood(client: TestClient, calls: number): Promise<Record<number, number>> {
    const statuses: number[] = [];
    for (let begun = 0; begun < calls; begun += 30)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 30 }, async () => (await client.call(listFormLevels, {})).status))),
      );
    return count(statuses);
  }

  const count = (statuses: readonly number[]): Record<number, number> =>
    Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((status) => status === one).length]));

  it('is refused with the seconds to wait, by every function, and nobody else is', async () => {
    const [fast, colleague] = [await clientOfAccount(school.url, 'T1'), await clientOfAccount(school.url, 'T2')];
    const ownPhone = await clientOfAccount(school.url, 'T1');
    const statuses = await flood(fast, 90);
    expect(Object.keys(statuses)).toEqual(['200', '429']);
    expect(statuses[200]).toBe(60);

    const elsewhere = await fast.call(readTermOverview, {});
    expect(elsewhere.status).toBe(429);
    expect(elsewhere.headers.get('retry-after')).toBe('10');
    expect(elsewhere.body).toEqual({ errors: { message: [authRefusals.tooFast(10)] } });

    for (const other of [colleague, ownPhone]) expect((await other.call(listFormLevels, {})).status).toBe(200);
    clock.passMinutes(11 / 60);
    for (const call of [listFormLevels, readTermOverview]) expect((await fast.call(call, {})).status).toBe(200);
  });

  it('costs a read of its session for each call that is refused, and one write', async () => {
    const fast = await clientOfAccount(school.url, 'T1');
    await flood(fast, 60);
    const traffic = await recordTraffic(() => flood(fast, 30));
    const writes = traffic.filter(({ operation }) => !operation.startsWith('BatchGet'));
    expect(traffic.length - writes.length).toBe(30);
    expect(writes.length).toBeGreaterThan(0);
    const later = await recordTraffic(() => flood(fast, 30));
    expect(later.map(({ operation }) => operation)).toEqual(Array(30).fill('BatchGetItem'));
  });

  it('costs nothing of the table without a session, and those who are signed in at its address do not wait', async () => {
    const [stranger, teacher] = [
      await clientWithSession(school.url, undefined),
      await clientOfAccount(school.url, 'T1'),
    ];
    const traffic = await recordTraffic(async () => {
      expect(Object.keys(await flood(stranger, 90))).toEqual(['401', '429']);
    });
    expect(traffic).toEqual([]);
    expect((await teacher.call(listFormLevels, {})).status).toBe(200);
    expect((await (await clientWithSession(school.url, undefined)).call(setCsrfCookie, {})).status).toBe(200);
  });
});
