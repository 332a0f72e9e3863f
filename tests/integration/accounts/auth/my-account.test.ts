import { describe, expect, it } from 'vitest';
import { readKnownDevice } from '#functions/accounts/auth/sign-in/device-cookies.ts';
import { SessionEntity } from '#functions/sessions/sessions.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { officeLogCalls } from '#shared/reports/office-log.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { chosenPassword, newTeacherForEachTest } from '../../../support/callers/new-teacher.ts';
import { password } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { confirmOwner, endOwnSessions, forgetDevice, login, readMyAccount } = authContract;
const { listAccountSessions, endAccountSessions } = accountsContract;

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Product §2: what everybody sees and ends of their own sign-in, and the office of other people's. */
describe('one’s own account', () => {
  const newcomer = newTeacherForEachTest();

  /** Somebody who has chosen a password and is signed in from two browsers, a minute apart. */
  async function inTwoPlaces() {
    const challenged = await newcomer.challenged();
    newcomer.passMinutes(1);
    await newcomer.change(challenged);
    newcomer.passMinutes(1);
    const school = await signedIn(firefox);
    newcomer.passMinutes(1);
    const phone = await signedIn(safari);
    return { school, phone };
  }

  async function signedIn(agent: string, client = new TestClient(newcomer.url())) {
    await client.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
    const answer = await client.call(login, { name: newcomer.name, password: chosenPassword }, { 'User-Agent': agent });
    expect(answer.status).toBe(200);
    return client;
  }

  const account = async (client: TestClient) => (await client.call(readMyAccount, {})).body;
  const status = async (client: TestClient) => (await client.call(readMyAccount, {})).status;

  it('shows each session, where it is, when it began and was last used, and which one this is', async () => {
    const { phone } = await inTwoPlaces();
    const opened = new Date().toISOString();
    newcomer.passMinutes(2);
    expect((await account(phone)).sessions.map(({ session_id: _id, ...session }) => session)).toEqual([
      expect.objectContaining({
        browser: 'Safari on iPhone',
        network: '127.0.0.0/24',
        is_this: true,
        begun_at: opened,
        last_used_at: new Date().toISOString(),
      }),
      expect.objectContaining({ browser: 'Firefox on Windows', is_this: false }),
      // The one that choosing the password opened.
      expect.objectContaining({ browser: 'A browser', is_this: false }),
    ]);
  });

  it('tells nothing that could open a session', async () => {
    const { phone } = await inTwoPlaces();
    const { sessions, devices } = await account(phone);
    const told = JSON.stringify([sessions, devices]);
    const data = await SessionEntity.query({ accountId: newcomer.accountId });
    expect(data).toHaveLength(3);
    for (const { hash } of data) expect(told).not.toContain(hash);
    for (const secret of [...phone.cookies.values()].flatMap((value) => value.split('.'))) {
      expect(told).not.toContain(secret);
    }
    const thief = new TestClient(newcomer.url());
    const owner = Buffer.from(newcomer.accountId).toString('base64url');
    for (const { session_id } of sessions) {
      thief.cookies.set('session', `${owner}.${session_id}`);
      expect(await status(thief)).toBe(401);
    }
  });

  it('ends one session for its very next call, and says so to nobody else', async () => {
    const { school, phone } = await inTwoPlaces();
    const [, other] = (await account(phone)).sessions;
    const key = { 'Idempotency-Key': 'end-one-session' };
    const answer = await phone.call(endOwnSessions, { session_id: other?.session_id }, key);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.sessions.map(({ browser }) => browser)).toEqual(['Safari on iPhone', 'A browser']);
    expect([await status(school), await status(phone)]).toEqual([401, 200]);
    // Sent again it is the same; asked for again there is no such session.
    expect((await phone.call(endOwnSessions, { session_id: other?.session_id }, key)).status).toBe(200);
    expect((await phone.call(endOwnSessions, { session_id: other?.session_id })).status).toBe(404);
  });

  it('ends all sessions but this one', async () => {
    const { school, phone } = await inTwoPlaces();
    const answer = await school.call(endOwnSessions, {});
    expect(answer.body.sessions).toMatchObject([{ browser: 'Firefox on Windows', is_this: true }]);
    expect([await status(school), await status(phone)]).toEqual([200, 401]);
    expect((await school.call(endOwnSessions, {})).status).toBe(404);
  });

  it('ends this session too', async () => {
    const { phone } = await inTwoPlaces();
    const own = (await account(phone)).sessions.find(({ is_this }) => is_this);
    expect((await phone.call(endOwnSessions, { session_id: own?.session_id })).status).toBe(200);
    expect(await status(phone)).toBe(401);
  });

  it('ends nobody else’s session', async () => {
    const { phone } = await inTwoPlaces();
    const other = await clientOfAccount(newcomer.url(), 'T1');
    const [theirs] = (await account(other)).sessions;
    expect((await phone.call(endOwnSessions, { session_id: theirs?.session_id })).status).toBe(404);
    await phone.call(endOwnSessions, {});
    expect(await status(other)).toBe(200);
  });

  it('leaves out sessions that have run out', async () => {
    const { phone } = await inTwoPlaces();
    newcomer.passMinutes(14);
    await status(phone);
    newcomer.passMinutes(1.5);
    expect((await account(phone)).sessions.map(({ browser }) => browser)).toEqual(['Safari on iPhone']);
  });

  it('ends the session that a browser had when somebody signs in there again', async () => {
    const { school } = await inTwoPlaces();
    const before = school.cookies.get('session') ?? '';
    await signedIn(firefox, school);
    const left = new TestClient(newcomer.url());
    left.cookies.set('session', before);
    expect([await status(left), await status(school)]).toEqual([401, 200]);
    expect((await account(school)).sessions.filter(({ browser }) => browser === 'Firefox on Windows')).toHaveLength(1);
  });

  it('keeps the session of a browser in which a sign-in is refused', async () => {
    const { school } = await inTwoPlaces();
    const wrong = await school.call(login, { name: newcomer.name, password: 'Not-the-one-1' });
    expect([wrong.status, await status(school)]).toEqual([401, 200]);
  });

  it('shows the devices that are known, and takes one back: it counts as a stranger’s until the next sign-in', async () => {
    const { school, phone } = await inTwoPlaces();
    const isKnown = async () =>
      (await readKnownDevice({ cookies: school.cookies, now: new Date() }, newcomer.name)) !== undefined;
    const { devices } = await account(phone);
    expect(devices.map(({ browser, is_this }) => [browser, is_this])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Windows', false],
      ['A browser', false],
    ]);
    expect(await isKnown()).toBe(true);
    const key = { 'Idempotency-Key': 'forget-a-device' };
    const forgotten = await phone.call(forgetDevice, { device_id: devices[1]?.device_id ?? '' }, key);
    expect(forgotten.body.devices.map(({ browser }) => browser)).toEqual(['Safari on iPhone', 'A browser']);
    expect([await isKnown(), await status(school)]).toEqual([false, 200]);
    expect((await phone.call(forgetDevice, { device_id: devices[1]?.device_id ?? '' }, key)).status).toBe(200);
    expect((await phone.call(forgetDevice, { device_id: devices[1]?.device_id ?? '' })).status).toBe(404);
    await signedIn(firefox, school);
    expect(await isKnown()).toBe(true);
  });

  it('forgets no device of somebody else, and knows none for longer than half a year', async () => {
    const { phone, school } = await inTwoPlaces();
    const [, device] = (await account(phone)).devices;
    const other = await clientOfAccount(newcomer.url(), 'T1');
    expect((await other.call(forgetDevice, { device_id: device?.device_id ?? '' })).status).toBe(404);
    newcomer.passMinutes(181 * 24 * 60);
    expect(await readKnownDevice({ cookies: school.cookies, now: new Date() }, newcomer.name)).toBeUndefined();
  });

  it('tells the last sign-ins and refusals of the account, and nobody else’s', async () => {
    const { phone } = await inTwoPlaces();
    newcomer.passMinutes(1);
    await newcomer.signIn('Not-the-one-1');
    newcomer.passMinutes(1);
    await (await clientOfAccount(newcomer.url(), 'T1')).call(login, { name: 'mona', password: 'Not-the-one-1' });
    const { events } = await account(phone);
    expect(events.map(({ kind }) => kind)).toEqual([
      'refused',
      'signed in',
      'signed in',
      'password changed',
      'password due',
    ]);
    expect(events[0]).toEqual({
      kind: 'refused',
      network: '127.0.0.0/24',
      at: new Date(Date.now() - 60_000).toISOString(),
    });
  });

  it('is read by queries of its own partitions', async () => {
    const { phone } = await inTwoPlaces();
    const requests = await recordTraffic(() => account(phone));
    expect(requests.map(({ operation }) => operation).toSorted()).toEqual(['BatchGetItem', 'Query', 'Query', 'Query']);
  });

  describe('a session whose user was proved more than five minutes ago', () => {
    const proofDue = authRefusals.proofDue;

    it('ends no session, its own neither, until the password is typed in it again; for five minutes', async () => {
      const { school, phone } = await inTwoPlaces();
      newcomer.passMinutes(5);
      expect((await account(phone)).sessions).toHaveLength(3);
      const own = (await account(phone)).sessions.find(({ is_this }) => is_this);
      newcomer.passMinutes(0.1);
      for (const input of [{}, { session_id: own?.session_id }]) {
        const refused = await phone.call(endOwnSessions, input);
        expect([refused.status, refused.error?.message]).toEqual([428, [proofDue]]);
      }
      expect([await status(school), await status(phone)]).toEqual([200, 200]);

      const wrong = await phone.call(confirmOwner, { current_password: 'Wrong-password-1' });
      expect([wrong.status, wrong.error?.fields]).toEqual([
        422,
        { current_password: [authRefusals.currentPasswordWrong] },
      ]);
      expect((await phone.call(endOwnSessions, {})).status).toBe(428);

      expect((await phone.call(confirmOwner, { current_password: chosenPassword })).status).toBe(200);
      // What was shown in one browser says nothing of another.
      expect((await school.call(endOwnSessions, {})).status).toBe(428);
      newcomer.passMinutes(5);
      expect((await phone.call(endOwnSessions, {})).status).toBe(200);
      expect([await status(school), await status(phone)]).toEqual([401, 200]);
      newcomer.passMinutes(0.1);
      expect((await phone.call(endOwnSessions, {})).status).toBe(428);
    });

    it('ends no session of somebody else from the office either', async () => {
      const { school } = await inTwoPlaces();
      const office = await clientOfAccount(newcomer.url(), 'A1', new Date(Date.now() - 5.1 * 60_000));
      const target = { account_id: newcomer.accountId };
      const [session] = (await office.call(listAccountSessions, target)).body.sessions;
      for (const input of [target, { ...target, session_id: session?.session_id }]) {
        const refused = await office.call(endAccountSessions, input);
        expect([refused.status, refused.error?.message]).toEqual([428, [proofDue]]);
      }
      expect(await status(school)).toBe(200);
      expect((await office.call(confirmOwner, { current_password: password })).status).toBe(200);
      newcomer.passMinutes(0.1);
      expect((await office.call(endAccountSessions, target)).body.sessions).toEqual([]);
      expect(await status(school)).toBe(401);
    });

    it('counts wrong passwords as tries to sign in', async () => {
      const { phone } = await inTwoPlaces();
      newcomer.passMinutes(5.1);
      const tries = Array.from({ length: 11 }, () => ({ current_password: 'Wrong-password-1' }));
      const statuses: number[] = [];
      for (const input of tries) statuses.push((await phone.call(confirmOwner, input)).status);
      expect(statuses[0]).toBe(422);
      expect(statuses.at(-1)).toBe(429);
      expect((await phone.call(confirmOwner, { current_password: chosenPassword })).status).toBe(429);
    });
  });

  describe('the office', () => {
    it('sees the sessions of a teacher and ends one, which the office log says', async () => {
      const { school, phone } = await inTwoPlaces();
      const office = await clientOfAccount(newcomer.url(), 'A1');
      const { body } = await office.call(listAccountSessions, { account_id: newcomer.accountId });
      expect(body.name).toBe('New By');
      expect(body.sessions.map(({ browser, is_this }) => [browser, is_this])).toEqual([
        ['Safari on iPhone', false],
        ['Firefox on Windows', false],
        ['A browser', false],
      ]);
      newcomer.passMinutes(0.1);
      const ended = { account_id: newcomer.accountId, session_id: body.sessions[1]?.session_id };
      expect((await office.call(endAccountSessions, ended)).body.sessions).toHaveLength(2);
      expect([await status(school), await status(phone)]).toEqual([401, 200]);
      expect((await account(phone)).events[0]?.kind).toBe('session ended');
      const log = await office.call(officeLogCalls.readOfficeLog, { month: new Date().toISOString().slice(0, 7) });
      expect(log.body.lines[0]).toMatchObject({
        by: 'Ada Office',
        kind: 'teachers',
        about: expect.stringMatching(/^New By \(newby\d+\)$/),
      });
      expect(log.body.lines[0]?.changes).toMatchObject([
        { field: 'Session', was: expect.stringContaining('Firefox on Windows'), now: 'ended' },
      ]);
    });

    it('ends all sessions of a person', async () => {
      const { school, phone } = await inTwoPlaces();
      newcomer.passMinutes(0.1);
      const office = await clientOfAccount(newcomer.url(), 'A1');
      const answer = await office.call(endAccountSessions, { account_id: newcomer.accountId });
      expect(answer).toMatchObject({ status: 200, body: { sessions: [] } });
      expect([await status(school), await status(phone), await status(office)]).toEqual([401, 401, 200]);
      await signedIn(firefox, school);
      expect(await status(school)).toBe(200);
    });
  });
});
