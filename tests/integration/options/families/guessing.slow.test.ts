import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readAccessList } from '#functions/sessions/access-events.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import { holdClock } from '../../../support/clock.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, password } from '../../../support/school/small-school.ts';

const school = schoolForTests();
const { employeeLogin } = authContract;
const { studentLogin } = entranceContract;
const wrong = 'Wrong-password-1';

beforeEach(async () => {
  holdClock();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stranger's browser of the school's one address. */
const tryAs = async (name: string, typed: string) =>
  (await (await clientWithSession(school.url, undefined)).call(studentLogin, { name, password: typed })).status;

it('spread over a class from the school’s address leaves each student two wrong tries, and lets the owners and the staff in', async () => {
  for (const id of ['S41', 'S42', 'S43'])
    await addAccount({ accountId: `student.${id}`, role: 'student', userName: `student:${id}`, name: `Student ${id}` });
  // Before: four tries of an account, with a pause before the last.
  const first: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    first.push(await tryAs('S43', wrong));
    vi.setSystemTime(Date.now() + 10_000);
  }
  expect(first).toEqual([401, 401, 401, 401, 429]);

  const spread: number[] = [];
  for (let id = 1; id <= 70; id += 1) spread.push(await tryAs(`9${id}`, wrong));
  expect(new Set(spread)).toEqual(new Set([401]));
  expect([await tryAs('S41', wrong), await tryAs('S41', wrong), await tryAs('S41', wrong)]).toEqual([401, 401, 429]);
  // Behind the same address.
  expect(await tryAs('S42', password)).toBe(200);
  const teacher = await clientWithSession(school.url, undefined);
  expect((await teacher.call(employeeLogin, { name: 'mona', password })).status).toBe(200);

  const today = new Date().toISOString().slice(0, 10);
  const days = { from: today, to: today, now: new Date(), dayOf: (at: Date) => at.toISOString().slice(0, 10) };
  const refusals = await readAccessList('student refusals', days);
  expect(
    refusals
      .filter(({ kind }) => kind === 'student locked out')
      .map(({ studentId }) => studentId)
      .toSorted(),
  ).toEqual(['S41', 'S43']);
});
