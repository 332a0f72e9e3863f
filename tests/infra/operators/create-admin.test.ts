import { spawnSync } from 'node:child_process';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { findAccountByUserName } from '#functions/sessions/accounts.ts';
import { unmetPasswordRequirements } from '#shared/accounts/auth/password.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { createFirstAdmin } from '../../../infra/operators/accounts/first-admin.ts';
import { startServer } from '../../support/school/server.ts';

let school: Awaited<ReturnType<typeof startServer>>;
const create = (userName: string): Promise<string> => createFirstAdmin({ name: 'Ada Office', userName });

beforeAll(async () => {
  school = await startServer({ isDemo: false, site: 'none' });
});
afterAll(() => school?.stop());

async function signIn(name: string, password: string): Promise<{ status: number; body: unknown }> {
  const { headers } = await fetch(`${school.url}/sanctum/csrf-cookie`);
  const token =
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('XSRF-TOKEN='))
      ?.split(/[=;]/)[1] ?? '';
  const answer = await fetch(`${school.url}/api/admin-login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: `XSRF-TOKEN=${token}`, 'X-XSRF-TOKEN': token },
    body: JSON.stringify({ name, password }),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('the first administrator', () => {
  it('signs in with the one-time password and must choose a new one', async () => {
    const password = await create('ada');
    expect(unmetPasswordRequirements(password, { area: 'admin', userName: 'first', schoolName: 'Demo' })).toEqual([]);
    expect(await signIn('ada', password)).toMatchObject({ status: 200, body: { password_reset: true } });
    expect(await signIn('ada', `${password}x`)).toMatchObject({ status: 401 });
  });

  it('has every permission, and the audit trail says who gave them', async () => {
    await create('bea');
    const account = await findAccountByUserName('bea');
    expect(account?.role).toBe('Admin');
    for (const menu of menuKeys) expect(account?.permissions).toContainEqual({ menu, action: null });
    expect(account?.permissions).toContainEqual({ menu: 'termReports', action: 'editTermReports' });
    expect(account?.permissions).toContainEqual({ menu: 'employees', action: 'manageAdmins' });
    expect(await listAuditTrail(`account#${account?.accountId}`)).toMatchObject([
      { name: 'create-admin', changes: [{ field: 'permissions', before: null, after: account?.permissions }] },
    ]);
  });

  it('is not created over an account that exists, in whatever capitals', async () => {
    const password = await create('carla');
    await expect(create('Carla')).rejects.toThrow('There is an account "Carla" already.');
    expect(await signIn('carla', password)).toMatchObject({ status: 200 });
  });

  it('is completed when an earlier run stopped half-way', async () => {
    await new CognitoIdentityProviderClient({}).send(
      new AdminCreateUserCommand({ UserPoolId: process.env.USER_POOL_ID, Username: 'dora', MessageAction: 'SUPPRESS' }),
    );
    expect(await signIn('dora', await create('dora'))).toMatchObject({ status: 200, body: { password_reset: true } });
  });
});

describe('create-admin', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['infra/operators/create-admin.ts', ...args], {
      encoding: 'utf8',
      env: { ...process.env },
    });

  it('says in one line how to use it', () => {
    for (const args of [[], ['--school', 'demo'], ['--school', 'demo', '--name', 'Ada', '--user', 'a b']]) {
      const { status, stderr } = run(...args);
      expect(status).toBe(1);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain('npm run create-admin -- --school <id>');
    }
  });
});
