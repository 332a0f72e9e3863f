import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { handler as work } from '#functions/options/families/jobs/lambda.ts';
import { listAllStudentAccounts } from '#functions/sessions/student-accounts.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { holdClock } from '../../../support/clock.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { isUserEnabled, readGroupsOfUser, studentIdsOfClasses } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';

const school = schoolForTests();
const students = Object.values(studentIdsOfClasses).flat();
let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
let bringBack: Awaited<ReturnType<typeof saveTableForRestore>>;

beforeAll(async () => {
  executions = await startSteppedExecutions();
  bringBack = await saveTableForRestore();
});
afterAll(() => executions.stop());
beforeEach(() => {
  holdClock();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Longer than a run is silent before it counts as dead, and than a dead worker's claim of an account. */
const pass = () => vi.setSystemTime(Date.now() + 20_000);

async function ask(key: string) {
  const office = await clientOfAccount(school.url, 'A1');
  return (
    await office.call(familiesContract.startMakingFamilyAccounts, {}, { 'Idempotency-Key': `${key}-${'0'.repeat(8)}` })
  ).body;
}

/** Each student's account, and the groups and state of the user. */
async function accountsAndUsers() {
  const accounts = (await listAllStudentAccounts()).map(({ accountId, identityDue, isUnused }) => [
    ...[accountId, identityDue ?? 'finished', isUnused],
  ]);
  const users = await Promise.all(
    students.map(async (id) => [
      id,
      await isUserEnabled(`student:${id}`),
      ...(await readGroupsOfUser(`student:${id}`)),
    ]),
  );
  return { accounts: accounts.toSorted(), users };
}

it('ends with one finished account a student, wherever it is killed', async () => {
  const expected = {
    accounts: students.map((id) => [`student.${id}`, 'finished', true]).toSorted(),
    users: students.map((id) => [id, true, 'student']),
  };
  const writes = await killAtEachWrite({
    isWritten: (index) => index % 2 === 0,
    every: isWholeRun ? 1 : 6,
    begin: async (index) => {
      executions.endAll();
      await bringBack();
      pass();
      await ask(`killed${index}`);
      return () => executions.run(work);
    },
    after: async (index) => {
      pass();
      await ask(`killed${index}`);
      await executions.run(work);
      const outcome = { state: 'finished', rows_processed: 15 };
      expect(await ask(`killed${index}`), `killed at ${index}`).toMatchObject(outcome);
      expect(await accountsAndUsers(), `killed at ${index}`).toEqual(expected);
    },
  });
  expect(writes).toBeGreaterThan(2 * students.length);
});
