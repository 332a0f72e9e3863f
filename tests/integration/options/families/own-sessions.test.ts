import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { forgetSignInAttempts } from '../../../support/callers/forget-sign-in-attempts.ts';
import { holdClock } from '../../../support/clock.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, password } from '../../../support/school/small-school.ts';
import { switchOption } from '../../../support/school/switch-option.ts';

const { readMyAccount, endOwnSessions, confirmOwner } = authContract;
const { studentLogin } = entranceContract;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

describe('where a student is signed in', () => {
  const school = schoolForTests();
  beforeAll(async () => {
    for (const id of ['S41', 'S42'])
      await addAccount({ accountId: `student.${id}`, role: 'student', userName: `student:${id}`, name: `Pupil ${id}` });
  });
  beforeEach(async () => {
    holdClock();
    await forgetSignInAttempts();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const signIn = async (name: string, agent: string): Promise<TestClient> => {
    const client = await clientWithSession(school.url, undefined);
    const answer = await client.call(studentLogin, { name, password }, { 'User-Agent': agent });
    expect(answer.status).toBe(200);
    return client;
  };
  const sessionsOf = async (client: TestClient) => (await client.call(readMyAccount, {})).body.sessions;
  const status = async (client: TestClient) => (await client.call(readMyAccount, {})).status;
  const passMinutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

  it('lists the student’s own sessions with browser and times, the last used first', async () => {
    const begun = new Date().toISOString();
    await signIn('S41', firefox);
    await signIn('S42', firefox);
    passMinutes(2);
    const phone = await signIn('S41', safari);
    expect((await sessionsOf(phone)).map(({ session_id: _id, ...session }) => session)).toEqual([
      expect.objectContaining({ browser: 'Safari on iPhone', is_this: true }),
      expect.objectContaining({ browser: 'Firefox on Windows', is_this: false, begun_at: begun, last_used_at: begun }),
    ]);
  });

  it('ends one session, or all others, for their very next call, and none of another student', async () => {
    const [library, sibling] = [await signIn('S41', firefox), await signIn('S42', firefox)];
    const [home, phone] = [await signIn('S41', firefox), await signIn('S41', safari)];
    const ofSibling = (await sessionsOf(sibling))[0]?.session_id ?? '';
    expect((await phone.call(endOwnSessions, { session_id: ofSibling })).status).toBe(404);
    const ofHome = (await sessionsOf(home)).find(({ is_this }) => is_this)?.session_id ?? '';
    expect((await phone.call(endOwnSessions, { session_id: ofHome })).status).toBe(200);
    expect([await status(home), await status(library), await status(phone)]).toEqual([401, 200, 200]);
    expect((await phone.call(endOwnSessions, {})).body.sessions).toEqual([expect.objectContaining({ is_this: true })]);
    expect([await status(library), await status(sibling)]).toEqual([401, 200]);
  });

  it('asks for the password again five minutes after the sign-in', async () => {
    const library = await signIn('S41', firefox);
    const phone = await signIn('S41', safari);
    passMinutes(6);
    expect((await phone.call(endOwnSessions, {})).status).toBe(428);
    const wrong = await phone.call(confirmOwner, { current_password: 'Wrong-password-1' });
    expect([wrong.status, wrong.error?.fields]).toEqual([
      422,
      { current_password: [authRefusals.currentPasswordWrong] },
    ]);
    expect((await phone.call(endOwnSessions, {})).status).toBe(428);
    expect((await phone.call(confirmOwner, { current_password: password })).status).toBe(200);
    expect((await phone.call(endOwnSessions, {})).status).toBe(200);
    expect(await status(library)).toBe(401);
  });

  it('is nobody’s once the student has left, or the school has closed the families’ entrance', async () => {
    const phone = await signIn('S42', safari);
    switchOption('families', false);
    expect(await status(phone)).toBe(401);
    switchOption('families', true);
    expect(await status(phone)).toBe(200);
    const { status: _status, ...seen } = (await StudentEntity.get({ studentId: 'S42' })) as never as { status: string };
    await executeActionOfTest(StudentEntity.put({ ...seen, status: 'archived' } as never));
    expect(await status(phone)).toBe(401);
  });
});
