import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccessEventEntity } from '#functions/sessions/access-events.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount, clientWithSession } from '../../../support/callers/callers.ts';
import { forgetSignInAttempts } from '../../../support/callers/forget-sign-in-attempts.ts';
import { holdClock } from '../../../support/clock.ts';
import { scanBothTables } from '../../../support/school/both-tables.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, password, term, year } from '../../../support/school/small-school.ts';

const { changeOwnPassword, login, logout, adminLogin } = authContract;

/** Rule 48: what happens at the door is kept, without names and without what was typed. */
describe('events of access', () => {
  const school = schoolForTests();
  let seen: ReadonlySet<string>;

  async function kept() {
    const month = new Date().toISOString().slice(0, 7);
    const data = await AccessEventEntity.query({ month });
    return data;
  }
  beforeEach(async () => {
    await forgetSignInAttempts();
    seen = new Set((await kept()).map(({ requestId, kind }) => requestId + kind));
  });
  /** What was kept since the test began, without the times. */
  const events = async () =>
    (await kept())
      .filter(({ requestId, kind }) => !seen.has(requestId + kind))
      .map(({ kind, accountId, call, network }) => ({ kind, accountId, call, network }));

  const visitor = () => clientWithSession(school.url, undefined);
  const here = { network: '127.0.0.0/24', call: undefined };

  it('are kept of signing in, of signing out, and of a refused name or password', async () => {
    await addAccount({ accountId: 'E1', role: 'teacher', userName: 'eve', name: 'Eve Watched' });
    const client = await visitor();
    expect((await client.call(login, { name: 'eve', password: 'Not-the-one-1' })).status).toBe(401);
    expect((await client.call(login, { name: 'who-is-that', password: 'Not-the-one-1' })).status).toBe(401);
    // Another area's account is refused in the words of a wrong password, and kept as that.
    expect((await client.call(adminLogin, { name: 'eve', password })).status).toBe(401);
    expect((await client.call(login, { name: 'Eve', password })).status).toBe(200);
    expect((await client.call(logout, {})).status).toBe(200);
    expect(await events()).toEqual([
      { ...here, kind: 'refused', accountId: 'E1' },
      { ...here, kind: 'refused', accountId: undefined },
      { ...here, kind: 'refused', accountId: 'E1' },
      { ...here, kind: 'signed in', accountId: 'E1' },
      { ...here, kind: 'signed out', accountId: 'E1' },
    ]);
  });

  it('are kept of a password that is due, and of one that was changed', async () => {
    const temporaryPassword = 'First-one-11';
    await addAccount({ accountId: 'E2', role: 'teacher', userName: 'edna', name: 'Edna New', temporaryPassword });
    const client = await visitor();
    expect((await client.call(login, { name: 'edna', password: temporaryPassword })).body).toMatchObject({
      password_reset: true,
    });
    const changed = await client.call(changeOwnPassword, { name: 'edna', password: 'Another-one-22' });
    expect(changed.status).toBe(200);
    expect(await events()).toEqual([
      { ...here, kind: 'password due', accountId: 'E2' },
      { ...here, kind: 'password changed', accountId: 'E2' },
    ]);
  });

  it('are kept of a lock-out once, however many tries follow', async () => {
    await addAccount({ accountId: 'E3', role: 'teacher', userName: 'ella', name: 'Ella Locked' });
    const client = await visitor();
    const clock = holdClock();
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await client.call(login, { name: 'ella', password: 'Wrong-one-1' });
      clock.passMinutes(0.2);
    }
    vi.useRealTimers();
    const kinds = (await events()).map(({ kind, accountId }) => `${kind} ${accountId}`);
    expect(kinds).toEqual([...Array(4).fill('refused E3'), 'locked out E3']);
  });

  it('are kept of a call that is forbidden by role, and of one that is by ownership', async () => {
    const teacher = await clientOfAccount(school.url, 'T1');
    expect((await teacher.call(termReportsContract.readPostingState, {})).status).toBe(403);
    const another = { student_id: 'S41', year, term, comments: 'Mine now.' };
    expect((await teacher.call(termReportsContract.saveTermReport, another)).status).toBe(403);
    expect(await events()).toEqual([
      { ...here, kind: 'forbidden', accountId: 'T1', call: 'GET /api/term-reports-posted' },
      { ...here, kind: 'forbidden', accountId: 'T1', call: 'POST /api/table1' },
    ]);
  });

  it('are kept of a document that was opened, and not of one that was not', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    const opened = await office.call(termReportsContract.printMarkSheet, {
      classId: '1A',
      year: String(year),
      term: String(term),
    });
    expect(opened.status).toBe(200);
    expect(
      (await office.call(termReportsContract.printMarkSheet, { classId: '9Z', year: String(year), term: String(term) }))
        .status,
    ).not.toBe(200);
    expect(await events()).toMatchObject([{ kind: 'document opened', accountId: 'A1' }]);
  });

  it('hold no names and nothing that was typed, and are gone after 400 days', async () => {
    await (await visitor()).call(login, { name: 'Xanthippe-typed', password: 'Typed-secret-1' });
    const rows = (await scanBothTables()).filter(({ pk }) => String(pk).startsWith('access#'));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(JSON.stringify(row)).not.toMatch(/xanthippe|secret|Watched|127\.0\.0\.1/i);
      const days = (Number(row.expires) - Date.parse(String(row.at)) / 1000) / 86_400;
      expect(Math.round(days)).toBe(400);
      expect(row).not.toHaveProperty('name');
    }
  });
});
