import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { identityClient } from '#functions/platform/identity/user-pool.ts';
import { createSession } from '#functions/sessions/sessions.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { answerInstead } from '../../../support/aws-answers.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { chosenPassword, newTeacherForEachTest } from '../../../support/callers/new-teacher.ts';
import { runOutsideOfFunction } from '../../../support/policies/guarded-functions.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { password } from '../../../support/school/small-school.ts';

const { readEmployeeAccount } = authContract;

describe('while the identity service sets a password', () => {
  const newcomer = newTeacherForEachTest();
  const { challenged, change, signIn } = newcomer;
  /** What happens between the moment in which the service is asked to set a password and the one in which it does. */
  let meanwhile: () => Promise<void>;
  let cognito: ReturnType<typeof answerInstead>;

  beforeAll(async () => {
    cognito = answerInstead(identityClient, AdminSetUserPasswordCommand, [
      async (reach) => {
        const act = meanwhile;
        meanwhile = async () => undefined;
        await runOutsideOfFunction(act);
        return reach();
      },
    ]);
  });
  afterAll(() => cognito.end());
  beforeEach(() => {
    meanwhile = async () => undefined;
  });

  const isIn = async (client: TestClient) =>
    (await client.call(readEmployeeAccount, { id: newcomer.accountId })).status !== 401;

  it('signs out a session opened with the old one meanwhile, and leaves no challenge', async () => {
    const owner = await challenged();
    await change(owner);
    newcomer.passMinutes(1);
    const intruders: TestClient[] = [];
    meanwhile = async () => {
      for (let one = 0; one < 3; one += 1) {
        newcomer.passMinutes(0.01);
        intruders.push(await new TestClient(newcomer.url()).signIn(newcomer.name, chosenPassword));
      }
    };
    expect((await change(owner, { password: 'Another-choice-1', current_password: chosenPassword })).status).toBe(200);
    expect(await Promise.all(intruders.map(isIn))).toEqual([false, false, false]);
    expect(await isIn(owner)).toBe(true);
  });

  it('nobody else sets one with a challenge of the same one-time password', async () => {
    const owner = await challenged();
    let second: TestClient | undefined;
    const answers: number[] = [];
    meanwhile = async () => {
      newcomer.passMinutes(0.01);
      second = await challenged();
      answers.push((await change(second, { password: 'Taken-over-1' })).status);
    };
    expect((await change(owner)).status).toBe(200);
    if (second) answers.push((await change(second, { password: 'Taken-over-1' })).status);
    expect(answers).toEqual([409, 401]);
    expect([await signIn('Taken-over-1'), await signIn(chosenPassword)]).toEqual([401, 200]);
  });

  it('a reset ends what was opened until it counted', async () => {
    const office = await new TestClient(newcomer.url()).signIn('admin', password);
    await executeActionOfTest(
      EmployeeEntity.put({
        employeeId: newcomer.accountId,
        teacherNum: 900 + newcomer.number,
        firstName: 'New',
        lastName: 'By',
        userName: newcomer.name,
        postId: 8,
      }),
    );
    await change(await challenged());
    let session = '';
    meanwhile = async () => {
      newcomer.passMinutes(0.5);
      // Of a sign-in that had read the account before the reset was written.
      session = await createSession({ accountId: newcomer.accountId, role: 'teacher' }, { now: new Date() });
      newcomer.passMinutes(0.5);
    };
    const answer = await office.call(accountsContract.resetEmployeePassword, { employee_id: newcomer.accountId });
    expect(answer.status).toBe(200);
    expect(session).not.toBe('');
    expect(await isIn(await clientWithSession(newcomer.url(), session))).toBe(false);
  });
});
