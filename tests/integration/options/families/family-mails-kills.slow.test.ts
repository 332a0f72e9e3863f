import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { handler as work } from '#functions/options/families/jobs/lambda.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { mailOccasions } from '#shared/options/families/mail-settings.ts';
import { mailsInMemory } from '../../../../local/ses/ses.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { holdClock } from '../../../support/clock.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';

const school = schoolForTests();
const posted = { year: year - 1, term };
const addressesOf = (id: string) => ['father', 'mother'].map((who) => `${who}.${id.toLowerCase()}@example.com`);
const addresses = studentIdsOfClasses['4A'].flatMap(addressesOf);
let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
let bringBack: Awaited<ReturnType<typeof saveTableForRestore>>;

beforeAll(async () => {
  executions = await startSteppedExecutions();
  const letters = {
    from: 'letters@northgate.example',
    occasions: ['report posted'],
    withLinks: false,
    perSecond: 50,
  };
  schoolFile().optionSettings = { families: { letters } };
  for (const studentId of studentIdsOfClasses['4A']) {
    const [father_email, mother_email] = addressesOf(studentId);
    await executeActionOfTest(StudentEntity.update({ studentId }, { set: { father_email, mother_email } }));
    await postReportOfStudent(studentId, posted);
  }
  await executeActionOfTest(TermPostingEntity.update(posted, { set: { postedAt: new Date().toISOString() } }));
  bringBack = await saveTableForRestore();
});
afterAll(() => executions.stop());
beforeEach(() => {
  holdClock();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Longer than a run is silent before it counts as dead, and than a claim is that of a living worker. */
const pass = () => vi.setSystemTime(Date.now() + 130_000);

async function office() {
  const client = await clientOfAccount(school.url, 'A1');
  return {
    send: async (key: string) => {
      const input = { expected: addresses.length, occasions: [...mailOccasions], class_ids: null };
      await client.call(familiesContract.sendFamilyMails, input, { 'Idempotency-Key': `${key}-${'0'.repeat(8)}` });
    },
    states: async () => {
      const { body } = await client.call(familiesContract.listFamilyMails, { class_id: '4A' });
      return new Map(body.flatMap(({ mails }) => mails.map(({ address, state }) => [address, state] as const)));
    },
  };
}

const recipients = () => mailsInMemory.map((file) => /^To: (.*)$/m.exec(file)?.[1]?.trim() ?? '');

it.each([
  true,
  false,
])('hands each e-mail to SES at most once, and shows each that may not have gone, wherever it is killed, written: %s', async (isWritten) => {
  const keyOf = (index: number) => `killed${index}${isWritten ? 'w' : 'n'}`;
  const writes = await killAtEachWrite({
    isWritten,
    begin: async (index) => {
      executions.endAll();
      await bringBack();
      mailsInMemory.length = 0;
      pass();
      await (await office()).send(keyOf(index));
      return () => executions.run(work);
    },
    after: async (index) => {
      const of = `killed at ${index}, ${isWritten ? 'written' : 'not written'}`;
      executions.endAll();
      pass();
      const { send, states } = await office();
      await send(keyOf(index));
      await executions.run(work);
      pass();
      const sent = recipients();
      expect(new Set(sent).size, of).toBe(sent.length);
      const shown = await states();
      expect([...shown.keys()].toSorted(), of).toEqual(addresses.toSorted());
      for (const address of addresses)
        if (!sent.includes(address)) expect(shown.get(address), of).toBe('perhaps not sent');
      const perhaps = addresses.filter((address) => shown.get(address) === 'perhaps not sent');
      expect(perhaps.length, of).toBeLessThanOrEqual(1);
    },
  });
  // A claim and a note each, and the end of the batch.
  expect(writes).toBeGreaterThan(2 * addresses.length);
  // The last time nothing was killed.
  expect(recipients().toSorted()).toEqual(addresses.toSorted());
});
