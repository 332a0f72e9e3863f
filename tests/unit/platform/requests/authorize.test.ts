import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callHandler } from '#functions/platform/requests/call-handler.ts';
import type { Caller } from '#functions/platform/requests/caller.ts';
import { apiHandler } from '#functions/platform/requests/pipeline.ts';
import { contract, type MenuKey } from '#shared/http/contract.ts';
import { noInput, okAnswer } from '#shared/http/fields.ts';
import { createFakeAuthenticator } from '../../../support/callers/fake-authenticator.ts';
import { collectLog } from '../../../support/log-lines.ts';

const row = { method: 'GET', input: noInput, output: okAnswer, needs: { table: 'none' } } as const;
const rows = contract({
  open: { ...row, path: '/open', who: 'anyone' },
  gate: { ...row, path: '/gate', who: 'station' },
  teach: { ...row, path: '/teach', who: ['teacher'] },
  manage: { ...row, path: '/manage', who: ['Admin', 'teacher'], menu: ['registration', 'students'] },
});
const handler = { handle: async () => ({ ok: true as const }) };

/** A function of four calls, called by one browser at one address. */
function called(about: Partial<Caller> = {}) {
  const session = createFakeAuthenticator(about);
  const api = apiHandler(
    rows,
    {
      open: async () => ({ open: callHandler(rows.open, handler) }),
      gate: async () => ({ gate: callHandler(rows.gate, handler) }),
      teach: async () => ({ teach: callHandler(rows.teach, handler) }),
      manage: async () => ({ manage: callHandler(rows.manage, handler) }),
    },
    session.authenticator,
  );
  const call = async (resource: string, headers: Record<string, string> = { Cookie: 'session=secret' }) => {
    const requestContext = { requestId: 'r1', identity: { sourceIp: '198.51.100.1' } };
    const event = { httpMethod: 'GET', resource, headers, requestContext } as unknown as APIGatewayProxyEvent;
    const { statusCode: status, headers: own, body } = await api(event, {} as Context);
    return { status, wait: own?.['Retry-After'], errors: JSON.parse(body).errors };
  };
  return { ...session, call };
}

const noon = Date.UTC(2026, 1, 10, 12);
beforeEach(() => {
  vi.stubEnv('CALL_PACE', undefined);
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  collectLog();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('who is let in', () => {
  const menus = (...names: MenuKey[]) => names.map((menu) => ({ menu, action: null }));

  it.each<[string, Partial<Caller>, string, number]>([
    ['a teacher to what is a teacher’s', {}, '/teach', 200],
    ['an administrator to that', { role: 'Admin' }, '/teach', 403],
    ['an administrator with one of the menus', { role: 'Admin', permissions: menus('students') }, '/manage', 200],
    ['an administrator with another menu', { role: 'Admin', permissions: menus('employees') }, '/manage', 403],
    ['an administrator without menus', { role: 'Admin' }, '/manage', 403],
    ['a teacher, who needs no menu', {}, '/manage', 200],
    [
      'the other kind of administrator, with the menu',
      { role: 'PTA', permissions: menus('registration') },
      '/manage',
      403,
    ],
  ])('%s', async (_who, about, path, status) => {
    const { call, notes } = called(about);
    expect((await call(path)).status).toBe(status);
    const refusal = { kind: 'forbidden', accountId: 'T1', call: `GET ${path}` };
    expect(notes).toEqual(status === 403 ? [refusal] : []);
  });

  it('nobody without an open session, and everybody to what is anyone’s', async () => {
    const { call } = called();
    for (const cookie of ['', 'session=', 'session=another'])
      expect((await call('/teach', { Cookie: cookie })).status, cookie).toBe(401);
    expect((await call('/open', {})).status).toBe(200);
  });
});

describe('a caller who is too fast', () => {
  it('is refused as long as the session says, to the millisecond, with the time in whole seconds', async () => {
    const { call, slowed } = called({ slowedUntil: noon + 5_001 });
    expect(await call('/teach')).toMatchObject({ status: 429, wait: '6' });
    vi.setSystemTime(noon + 5_000);
    expect(await call('/teach')).toMatchObject({ status: 429, wait: '1' });
    vi.setSystemTime(noon + 5_001);
    expect((await call('/teach')).status).toBe(200);
    expect(slowed).toEqual([]);
  });

  it('waits for ten seconds at most, whatever a clock that was wrong has written', async () => {
    expect(await called({ slowedUntil: noon + 10_000 }).call('/teach')).toMatchObject({ status: 429, wait: '10' });
    expect((await called({ slowedUntil: noon + 10_001 }).call('/teach')).status).toBe(200);
  });

  /** What is answered to so many calls of one moment, and how often. */
  const answers = async (calls: number, one: () => Promise<{ status: number }>) => {
    const counts: Record<number, number> = {};
    for (let call = 0; call < calls; call += 1) {
      const { status } = await one();
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  it('is refused by its session everywhere, from the call that is one too many', async () => {
    const { call, slowed } = called();
    expect(await answers(601, () => call('/teach'))).toEqual({ 200: 600, 429: 1 });
    expect(slowed).toEqual([noon + 10_000]);
  });

  it('is a station too, alone', async () => {
    const { call, slowed } = called();
    expect(await answers(601, () => call('/gate', { 'X-Station-Key': 'G1.secret' }))).toEqual({ 200: 600, 429: 1 });
    expect(await call('/gate', { 'X-Station-Key': 'G1.secret' })).toMatchObject({ status: 429, wait: '10' });
    expect((await call('/teach')).status).toBe(200);
    expect(slowed).toEqual([]);
  });

  it('is a network of people without a session, and those who have one do not wait for it', async () => {
    const { call } = called();
    expect(await answers(601, () => call('/open', {}))).toEqual({ 200: 600, 429: 1 });
    expect((await call('/teach', {})).status).toBe(429);
    expect((await call('/teach')).status).toBe(200);
  });
});
