import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { holdClock } from '../clock.ts';
import { addAccount, startSmallSchool } from '../school/small-school.ts';
import { clientWithSession } from './callers.ts';
import type { TestClient } from './client.ts';
import { forgetSignInAttempts } from './forget-sign-in-attempts.ts';

const { changeOwnPassword, employeeLogin } = authContract;

export const temporaryPassword = 'Temporary-1';
export const chosenPassword = 'My-own-choice-1';

/**
 * The small school, and for each test a teacher of its own (`accountId`, `name`, `number`) who was given a one-time
 * password; the clock is held. To be called in a `describe`.
 */
export function newTeacherForEachTest() {
  let server: RunningSchool | undefined;
  let clock: ReturnType<typeof holdClock> | undefined;
  const school = () => {
    if (!server) throw new Error('The school is not open yet.');
    return server;
  };
  const self = {
    number: 0,
    name: '',
    accountId: '',
    passMinutes: (minutes: number) => clock?.passMinutes(minutes),
    url: () => school().url,
    visitor: () => clientWithSession(school().url, undefined),
    /** A client that has just signed in with the temporary password. */
    challenged: async (): Promise<TestClient> => {
      const client = await self.visitor();
      const answer = await client.call(employeeLogin, { name: self.name, password: temporaryPassword });
      expect(answer).toMatchObject({ status: 200, body: { employee_id: self.accountId, password_reset: true } });
      expect(client.cookies.has('session')).toBe(false);
      return client;
    },
    change: (client: TestClient, input: object = {}) =>
      client.call(changeOwnPassword, { name: self.name, password: chosenPassword, ...input }),
    /** The status of a sign-in with a password. */
    signIn: async (password: string) =>
      (await (await self.visitor()).call(employeeLogin, { name: self.name, password })).status,
  };
  beforeAll(async () => {
    server = await startSmallSchool();
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    clock = holdClock();
    await forgetSignInAttempts();
    self.number += 1;
    self.name = `newby${self.number}`;
    self.accountId = `N${self.number}`;
    const { name: userName, accountId } = self;
    await addAccount({ accountId, role: 'teacher', userName, name: 'New By', temporaryPassword });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return self;
}
