import { afterAll, beforeAll } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../callers/callers.ts';
import { TestClient } from '../callers/client.ts';
import { startSmallSchool } from './small-school.ts';

/** The small school for the tests of a `describe`, or of a file: started before them and stopped after them. */
export function schoolForTests() {
  let running: RunningSchool | undefined;
  const clients = new Map<string, TestClient>();
  const url = (): string => {
    if (!running) throw new Error('The school is not open yet.');
    return running.url;
  };
  beforeAll(async () => {
    running = await startSmallSchool();
    for (const [accountId, client] of clients) {
      const { cookies } = await clientOfAccount(url(), accountId);
      client.url = url();
      for (const [name, value] of cookies) client.cookies.set(name, value);
    }
  });
  afterAll(() => running?.stop());
  return {
    get url() {
      return url();
    },
    /**
     * A client of one of the school's accounts, signed in before the first test. To be called where the school is made.
     */
    as: (accountId: 'A1' | 'A2' | 'A3' | 'T1' | 'T2' | 'T3'): TestClient => {
      const client = clients.get(accountId) ?? new TestClient('');
      clients.set(accountId, client);
      return client;
    },
  };
}
