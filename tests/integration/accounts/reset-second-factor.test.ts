import { AdminSetUserMFAPreferenceCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { identityClient } from '#functions/platform/identity/user-pool.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import type { Role } from '#shared/http/contract.ts';
import { officeLogCalls } from '#shared/reports/office-log.ts';
import { answerInstead, lostConnectionError } from '../../support/aws-answers.ts';
import { computeAuthenticatorCode } from '../../support/callers/authenticator-app.ts';
import { clientWithSession } from '../../support/callers/callers.ts';
import { TestClient } from '../../support/callers/client.ts';
import { holdClock } from '../../support/clock.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, password } from '../../support/school/small-school.ts';

const { resetSecondFactor } = accountsContract;
const { beginSetUp, confirmSetUp, login, readSecondFactorState, signInWithCode } = authContract;

describe('the reset of a second factor', () => {
  const school = schoolForTests();
  let clock: ReturnType<typeof holdClock>;
  let office: TestClient;
  let number = 0;
  /** Whether the identity store fails to end one. */
  let isFailing = false;
  let cognito: ReturnType<typeof answerInstead>;

  beforeAll(async () => {
    // Once: what is counted of sign-ins would else lie ahead of the next test's clock.
    clock = holdClock();
    office = await new TestClient(school.url).signIn('admin', password);
    cognito = answerInstead(identityClient, AdminSetUserMFAPreferenceCommand, [
      async (reach) => {
        if (isFailing) throw lostConnectionError();
        return reach();
      },
    ]);
  });
  afterAll(async () => {
    vi.useRealTimers();
    cognito.end();
  });
  afterEach(() => {
    isFailing = false;
  });

  const stepOf = async (name: string, client?: TestClient) => {
    const browser = client ?? (await clientWithSession(school.url, undefined));
    const { status, body } = await browser.call(login, { name, password });
    return status === 200 ? body.second_factor : status;
  };

  /** Somebody with an app, signed in at a browser that is trusted. */
  async function somebody(role: Role = 'teacher') {
    number += 1;
    const account = { accountId: `R${number}`, userName: `reset${number}`, role, name: 'Rita Reset' };
    await addAccount(account);
    const client = await new TestClient(school.url).signIn(account.userName, password);
    const { body } = await client.call(beginSetUp, { current_password: password });
    const { body: confirmed } = await client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) });
    clock.passMinutes(1);
    expect(await stepOf(account.userName, client)).toBe('code');
    const answer = { code: computeAuthenticatorCode(body.secret), kind: 'app' as const, trust_device: true };
    expect((await client.call(signInWithCode, answer)).status).toBe(200);
    clock.passMinutes(1);
    return { ...account, client, codes: confirmed.recovery_codes ?? [] };
  }
  const reset = (account_id: string, by = office, key = crypto.randomUUID()) =>
    by.call(resetSecondFactor, { account_id }, { 'Idempotency-Key': key });

  it('ends app, recovery codes, trusted devices and every session, and is in the trail', async () => {
    const { accountId, userName, client } = await somebody();
    expect((await reset(accountId)).body).toEqual({ ok: true });
    clock.passMinutes(1);
    expect((await client.call(readSecondFactorState, {})).status).toBe(401);
    const again = await new TestClient(school.url).signIn(userName, password);
    expect((await again.call(readSecondFactorState, {})).body).toMatchObject({ since: null, recovery_codes_left: 0 });
    expect((await listAuditTrail(`account#${accountId}`)).at(-1)).toMatchObject({
      accountId: 'A1',
      changes: [{ field: 'secondFactor', before: 'app', after: null }],
    });
    const log = await office.call(officeLogCalls.readOfficeLog, { month: new Date().toISOString().slice(0, 7) });
    expect(log.body.lines[0]).toMatchObject({
      kind: 'teachers',
      account_id: 'A1',
      about: 'Rita Reset',
      changes: [{ field: 'Second factor', was: 'app', now: null }],
    });
  });

  it('leaves nothing of the old one behind: set up again, neither its codes nor its trusted browser count', async () => {
    const { accountId, userName, client, codes } = await somebody();
    await reset(accountId);
    clock.passMinutes(1);
    const again = await new TestClient(school.url).signIn(userName, password);
    const { body } = await again.call(beginSetUp, { current_password: password });
    expect((await again.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) })).status).toBe(200);
    expect(await stepOf(userName, client)).toBe('code');
    const old = await client.call(signInWithCode, { code: codes[0] ?? '', kind: 'recovery', trust_device: false });
    expect(old.status).toBe(422);
  });

  it('ends a step that somebody has begun', async () => {
    const { accountId, userName, codes } = await somebody();
    const browser = await clientWithSession(school.url, undefined);
    expect(await stepOf(userName, browser)).toBe('code');
    clock.passMinutes(0.1);
    await reset(accountId);
    const late = await browser.call(signInWithCode, { code: codes[0] ?? '', kind: 'recovery', trust_device: false });
    expect(late.status).toBe(409);
  });

  it('is no one’s own, and of an administrator takes the right to manage them', async () => {
    const admin = await somebody('Admin');
    expect((await reset('A1')).status).toBe(403);
    await addAccount({
      accountId: 'A9',
      userName: 'teachers-only',
      role: 'Admin',
      name: 'Tom Teachers',
      permissions: [{ menu: 'employees', action: null }],
    });
    const clerk = await new TestClient(school.url).signIn('teachers-only', password);
    expect((await reset(admin.accountId, clerk)).status).toBe(403);
    const teacher = await somebody();
    expect((await reset(teacher.accountId, clerk)).status).toBe(200);
    expect((await reset(admin.accountId)).status).toBe(200);
    expect((await reset('nobody')).status).toBe(404);
  });

  it('that the identity store did not hear of lets nobody in, and the next try finishes it', async () => {
    const { accountId, userName } = await somebody();
    isFailing = true;
    expect((await reset(accountId)).status).toBe(503);
    expect(await stepOf(userName)).toBe(401);
    isFailing = false;
    expect((await reset(accountId)).status).toBe(200);
    expect(await stepOf(userName)).toBe('none');
  });
});
