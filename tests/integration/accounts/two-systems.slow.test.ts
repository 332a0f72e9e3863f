import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { AccountEntity, findAccountByUserName, readAccount } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { allPermissions } from '#shared/accounts/auth/permissions.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { accountRefusals } from '#shared/accounts/wordings.ts';
import { clientOfAccount, clientWithSession } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { forgetSignInAttempts } from '../../support/callers/forget-sign-in-attempts.ts';
import { holdClock } from '../../support/clock.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import {
  addAccount,
  isUserEnabled,
  password,
  readGroupsOfUser,
  setUserGroups,
} from '../../support/school/small-school.ts';
import { type Failure, failAtStep } from './fail-at-step.ts';

/** What an act is about, and how it is tried. */
interface Tried {
  id: string;
  number: number;
  userName: string;
}

interface Act {
  /** Before it: a teacher or administrator who can sign in, one who is archived, or nobody. */
  begins: 'teacher' | 'new teacher' | 'archived' | 'Admin' | 'disabled Admin' | 'nobody';
  call: (client: TestClient, tried: Tried, key: string) => Promise<{ status: number; body: unknown }>;
  /** After it. */
  ends: 'open' | 'closed';
  /** The sign-in is with a one-time password afterwards. */
  hasNewPassword: boolean;
}

const headers = (key: string) => ({ 'Idempotency-Key': key });
const {
  addAdministrator,
  addEmployee,
  archiveEmployee,
  disableAdministrator,
  enableAdministrator,
  resetAdministratorPassword,
  resetEmployeePassword,
  restoreEmployee,
  updateEmployee,
} = accountsContract;

const acts: Record<string, Act> = {
  'adding a teacher': {
    begins: 'nobody',
    ends: 'open',
    hasNewPassword: true,
    call: (client, { number, userName }, key) => {
      const fields = { teacher_num: number, first_name: 'Tess', last_name: 'Try', date_of_birth: '1990-01-01' };
      return client.call(addEmployee, { ...fields, post_id: null, user_name: userName }, headers(key));
    },
  },
  'another user name': {
    begins: 'new teacher',
    ends: 'open',
    hasNewPassword: true,
    call: (client, { id, userName }, key) => client.call(updateEmployee, { id, user_name: userName }, headers(key)),
  },
  archiving: {
    begins: 'teacher',
    ends: 'closed',
    hasNewPassword: false,
    call: (client, { id }, key) => client.call(archiveEmployee, { employee_id: id }, headers(key)),
  },
  restoring: {
    begins: 'archived',
    ends: 'open',
    hasNewPassword: false,
    call: (client, { id }, key) => client.call(restoreEmployee, { employee_id: id }, headers(key)),
  },
  'a reset': {
    begins: 'teacher',
    ends: 'open',
    hasNewPassword: true,
    call: (client, { id }, key) => client.call(resetEmployeePassword, { employee_id: id }, headers(key)),
  },
  'adding an administrator': {
    begins: 'nobody',
    ends: 'open',
    hasNewPassword: true,
    call: (client, { userName }, key) => {
      const account = { name: 'Al Admin', user_name: userName, user_admin: 'Admin' as const, permissions: [] };
      return client.call(addAdministrator, account, headers(key));
    },
  },
  'disabling an administrator': {
    begins: 'Admin',
    ends: 'closed',
    hasNewPassword: false,
    call: (client, { id }, key) => client.call(disableAdministrator, { user_admin_id: id }, headers(key)),
  },
  'enabling an administrator': {
    begins: 'disabled Admin',
    ends: 'open',
    hasNewPassword: false,
    call: (client, { id }, key) => client.call(enableAdministrator, { user_admin_id: id }, headers(key)),
  },
};

/** A system that refuses a step, and a process that dies when it was taken. */
const failures: readonly (Omit<Failure, 'step'> & { next: 'the same' | 'another' })[] = [
  { isTaken: false, isDead: false, next: 'the same' },
  { isTaken: true, isDead: true, next: 'another' },
];

describe('an account in two systems, whatever fails between them', () => {
  const school = schoolForTests();
  let office: TestClient;
  let colleague: TestClient;
  let clock: ReturnType<typeof holdClock>;
  let count = 0;
  let tests = 0;

  beforeAll(async () => {
    await addAccount({
      accountId: 'A5',
      role: 'Admin',
      userName: 'olga',
      name: 'Olga Office',
      permissions: allPermissions(),
    });
  });
  beforeEach(async () => {
    clock = holdClock();
    // So many sign-ins of one address are more than a quarter of an hour takes.
    tests += 1;
    clock.passMinutes(16 * tests);
    office = await clientOfAccount(school.url, 'A1');
    colleague = await clientOfAccount(school.url, 'A5');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function begin({ begins }: Act): Promise<Tried> {
    count += 1;
    const tried = { id: `Try${count}`, number: 100 + count, userName: `try${count}` };
    if (begins === 'nobody') return tried;
    const isTeacher = begins !== 'Admin' && begins !== 'disabled Admin';
    const userName = begins === 'new teacher' ? `first${count}` : tried.userName;
    await addAccount({
      accountId: tried.id,
      role: isTeacher ? 'teacher' : 'Admin',
      userName,
      name: 'Tess Try',
      ...(begins === 'new teacher' ? { temporaryPassword: password } : {}),
    });
    if (isTeacher) {
      const name = { firstName: 'Tess', lastName: 'Try' };
      await executeActionOfTest(
        EmployeeEntity.put({ employeeId: tried.id, teacherNum: tried.number, ...name, userName }),
      );
    }
    if (begins === 'new teacher')
      await executeActionOfTest(AccountEntity.update({ accountId: tried.id }, { set: { isUnused: true } }));
    if (begins === 'archived') await office.call(archiveEmployee, { employee_id: tried.id });
    if (begins === 'disabled Admin') await office.call(disableAdministrator, { user_admin_id: tried.id });
    expect((await readAccount(tried.id))?.identityDue).toBeUndefined();
    // In the groups of two other kinds, as nobody should be.
    await setUserGroups(userName, isTeacher ? ['Admin', 'PTA'] : ['PTA', 'teacher']);
    return tried;
  }

  const storedAccount = async ({ userName }: Tried) => {
    return findAccountByUserName(userName);
  };

  async function signIn(name: string, secret: string): Promise<number> {
    const client = await clientWithSession(school.url, undefined);
    const { status } = await client.call(authContract.login, { name, password: secret });
    await forgetSignInAttempts();
    return status;
  }

  const passwordIn = ({ body }: { body: unknown }) => (body as { one_time_password: string | null }).one_time_password;

  async function reset(tried: Tried): Promise<string | null> {
    const account = await storedAccount(tried);
    const accountId = account?.accountId ?? '';
    return passwordIn(
      account?.role === 'teacher'
        ? await office.call(resetEmployeePassword, { employee_id: accountId })
        : await office.call(resetAdministratorPassword, { user_admin_id: accountId }),
    );
  }

  /** Tries once with a failure, then until it is done. False where the act has no such step. */
  async function tryOut(act: Act, failure: Failure & { next: 'the same' | 'another' }): Promise<boolean> {
    const tried = await begin(act);
    const key = `the-key-${count}`;
    let first = { status: 0, body: {} as unknown };
    const steps = await failAtStep(failure, async () => {
      first = await act.call(office, tried, key);
    });
    if (steps < failure.step) return false;

    const between = await storedAccount(tried);
    if (between?.identityDue !== undefined) {
      expect(first.status).toBeGreaterThanOrEqual(500);
      expect(await signIn(tried.userName, password)).toBe(401);
    }
    // A process that died holds the account for less than a minute.
    clock.passMinutes(1);
    const isAdded = act.begins === 'nobody' && between !== undefined && failure.next === 'another';
    let secret: string | null;
    if (isAdded) secret = await reset(tried);
    else {
      const again =
        failure.next === 'the same'
          ? await act.call(office, tried, key)
          : await act.call(colleague, tried, `another-${count}`);
      expect(again.status).toBe(200);
      // Shown once: where the first answer was lost after everything was done, a reset makes another one.
      secret = act.hasNewPassword ? (passwordIn(again) ?? (await reset(tried))) : password;
    }

    const account = await storedAccount(tried);
    expect(account).toMatchObject({ userName: tried.userName });
    expect([account?.identityDue, account?.identityClaimedAt]).toEqual([undefined, undefined]);
    expect(await isUserEnabled(tried.userName)).toBe(act.ends === 'open');
    if (act.ends === 'open') expect(await readGroupsOfUser(tried.userName)).toEqual([account?.role]);
    expect(await signIn(tried.userName, secret ?? '')).toBe(act.ends === 'open' ? 200 : 401);
    if (act.begins === 'new teacher') expect(await isUserEnabled(`first${count}`)).toBe(false);
    return true;
  }

  describe.each(failures)('taken: $isTaken, dead: $isDead, next try: $next', (failure) => {
    it.each(Object.keys(acts))('%s is finished by the next try', async (name) => {
      const act = acts[name] as Act;
      let step = 1;
      while (await tryOut(act, { ...failure, step })) step += 1;
      // The record, the claim, the identity store and the end at least.
      expect(step).toBeGreaterThan(4);
    });
  });

  it('is finished by one request at a time: the other is asked to come again', async () => {
    const { id } = await begin(acts['a reset'] as Act);
    await executeActionOfTest(
      AccountEntity.update({ accountId: id }, { set: { identityDue: 'account', identityClaimedAt: Date.now() } }),
    );
    const busy = await office.call(resetEmployeePassword, { employee_id: id });
    expect([busy.status, busy.error?.message[0]]).toEqual([409, accountRefusals.busy]);
    expect((await office.call(archiveEmployee, { employee_id: id })).status).toBe(409);
    clock.passMinutes(1);
    expect((await office.call(resetEmployeePassword, { employee_id: id })).status).toBe(200);
  });
});
