import { describe, expect, it } from 'vitest';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { handler } from '#functions/term-reports/jobs/lambda.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { statusListName } from '#shared/options/signed-cards/card-credential.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { decodeBits, statusAt } from '#shared/options/signed-cards/status-list.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { executeActionOfTest, readEveryRecord } from '../../../support/school/records.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { checkPosting, postTermReports } = termReportsContract;

describe('posting with signatures', () => {
  const school = steppedSchoolForTests(handler);

  async function post() {
    const ask = { year: String(year), term: String(term) as '1' };
    const { students } = (await school.admin.call(checkPosting, ask)).body;
    const input = { year, term, posted: 1 as const, date_posted: null, confirm: students.length };
    const key = { 'Idempotency-Key': 'posting-to-be-killed' };
    await school.admin.call(postTermReports, input, key);
    await school.work();
    return (await school.admin.call(postTermReports, input, key)).body;
  }
  /** A run that gave no sign for a while is begun again when its end is asked for. */
  async function silence() {
    for (const { name, key } of await JobEntity.query({ name: 'post-term-reports' }))
      await executeActionOfTest(JobEntity.update({ name, key }, { set: { notedAt: '2020-01-01T00:00:00.000Z' } }));
  }
  const bitsOf = async (purpose: 'suspension' | 'refresh') => {
    const list = statusListName({ year, term }, purpose);
    const { body } = await school.admin.call(verificationContract.readCardStatusList, { list });
    return decodeBits(body.credentialSubject.encodedList);
  };
  /** The status of the card that each student has, and how many copies there are of it. */
  async function cards() {
    const copies = await readEveryRecord(PostedReportEntity);
    const lists = { suspension: await bitsOf('suspension'), refresh: await bitsOf('refresh') };
    const signed = copies.map((copy) => unpackCard(Buffer.from(copy.signed ?? '', 'base64url')));
    return {
      copies: copies.length,
      codes: new Set(signed.map((card) => card?.code)).size,
      places: new Set(signed.map((card) => card?.statusIndex)).size,
      outcomes: [...new Set(signed.map((card) => card && statusAt(lists, card.statusIndex)))],
    };
  }

  it.each([
    false,
    true,
  ])('killed at each of its writes in turn (%s: the write was carried out), leaves each student one card, which is valid', async (isWritten) => {
    const whole = { copies: 15, codes: 15, places: 15, outcomes: ['valid'] };
    const writes = await killAtEachWrite({
      isWritten,
      every: isWholeRun ? 1 : 3,
      begin: async () => {
        school.endAll();
        await school.bringBack();
        return post;
      },
      after: async (index) => {
        school.endAll();
        await silence();
        expect([index, (await post()).state, await cards()]).toEqual([index, 'finished', whole]);
      },
    });
    // A transaction of copies for each class, and the posting's own.
    expect(writes).toBeGreaterThan(5);
  });
});
