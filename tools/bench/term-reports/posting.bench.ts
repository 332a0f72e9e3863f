import { randomUUID } from 'node:crypto';
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { formLevels } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { localNames } from '../../../local/environment.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { createTableClientOfTests } from '../../../tests/support/school/both-tables.ts';
import { recordTraffic } from '../../../tests/support/school/table-traffic.ts';
import { startSteppedExecutions } from '../../../tests/support/step-by-step/stepped-executions.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'Post Term Reports: the demo school’s term with signed cards, beside the same without signatures';

/** A term of the demo school in which nearly everything is entered. */
const full = { year: 2025, term: 3 } as const;
const today = new Date('2026-10-01T12:00:00Z');
const rounds = 9;
/** The peer's largest school. */
const studentsOfLargest = 5000;
const limit = 1.15;
/**
 * Requests of the table that signing adds to a transaction, of the places that are taken; the key is looked at once a
 * posting.
 */
const requestLimit = 1.2;

/**
 * Processor time of the worker, in turns with and without signatures. The least of the rounds counts: whatever else the
 * machine does adds to the time of a round and takes nothing from it.
 */
export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true, today });
  const executions = await startSteppedExecutions();
  try {
    const { handler } = await import('#functions/term-reports/jobs/lambda.ts');
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const office = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const { checkPosting, listPostingChanges, postTermReports } = termReportsContract;
    const period = { year: String(full.year), term: '3' } as const;
    const { students, reports } = (await office.call(checkPosting, period)).body;
    const check = await processorTimeOfCheck((level) => office.call(checkPosting, { ...period, form_level: level }));
    const incomplete = students.filter((one) => one.missing_marks.length + one.missing_remarks.length > 0).length;
    const act = async (posted: 0 | 1, confirm: number, key: string) => {
      const answer = await office.call(postTermReports, { ...full, posted, confirm }, { 'Idempotency-Key': key });
      if (answer.status !== 200) throw new Error(`Posting answered ${answer.status}`);
      return answer.body.state;
    };
    /** Posts the term and removes that again. With an address the school signs its cards. */
    const post = async <T>(isSigned: boolean, measure: (work: () => Promise<number>) => Promise<T>): Promise<T> => {
      if (isSigned) process.env.SITE_ADDRESS = school.url;
      else delete process.env.SITE_ADDRESS;
      await forgetCopies();
      const key = randomUUID();
      await act(1, incomplete, key);
      const measured = await measure(() => executions.run(handler));
      if ((await act(1, incomplete, key)) !== 'finished') throw new Error('The posting did not end');
      await act(0, (await office.call(listPostingChanges, period)).body.reports, randomUUID());
      return measured;
    };
    const least = { signed: Number.POSITIVE_INFINITY, unsigned: Number.POSITIVE_INFINITY };
    for (let round = 0; round < rounds; round += 1) {
      for (const isSigned of round % 2 === 0 ? [true, false] : [false, true]) {
        const which = isSigned ? 'signed' : 'unsigned';
        least[which] = Math.min(least[which], await post(isSigned, processorTime));
      }
    }
    // After the first signature, which makes the key.
    const [more, fewer] = [await post(true, recordTraffic), await post(false, recordTraffic)];
    const writes = fewer.filter(({ operation }) => operation === 'TransactWriteItems').length;
    const added = (more.length - fewer.length) / writes;
    const ratio = least.signed / least.unsigned;
    const ofForm = (check / reports) * (studentsOfLargest / formLevels.length);
    return [
      {
        measure: `Posting check of ${reports} reports, processor time`,
        value: `${check.toFixed(0)} ms`,
        limit: 'shown only',
        ok: true,
      },
      {
        measure: `Of ${studentsOfLargest} reports: one of the seven forms, asked for at once`,
        value: `${ofForm.toFixed(0)} ms`,
        limit: '≤ 1000 ms',
        ok: ofForm <= 1000,
      },
      {
        measure: `${reports} cards without signatures, processor time`,
        value: `${least.unsigned.toFixed(0)} ms`,
        limit: 'shown only',
        ok: true,
      },
      { measure: 'The same, signed', value: `${ratio.toFixed(2)} ×`, limit: `≤ ${limit} ×`, ok: ratio <= limit },
      {
        measure: 'Requests of the table that signing adds to a transaction',
        value: added.toFixed(1),
        limit: `≤ ${requestLimit}`,
        ok: added <= requestLimit,
      },
    ];
  } finally {
    await executions.stop();
    await school.stop();
  }
}

/** Of all forms, one after the other; of each the least of some rounds. */
async function processorTimeOfCheck(checkForm: (level: string) => Promise<unknown>): Promise<number> {
  let sum = 0;
  for (const level of formLevels) {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await processorTime(() => checkForm(String(level))));
    sum += Math.min(...taken);
  }
  return sum;
}

/**
 * Milliseconds of this process's own thread: what collects garbage and compiles beside it varies with the load, and the
 * database is another process.
 */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Deletes what earlier rounds have left of the term: a posting reads the numbers and places of all copies. */
async function forgetCopies(): Promise<void> {
  const client = createTableClientOfTests();
  const ofTerm = new RegExp(`^(posted#|(card-places|audit#posting)#${full.year}#${full.term}$)`);
  for await (const { Items = [] } of paginateScan({ client }, { TableName: localNames.trail })) {
    const copies = Items.filter(({ pk }) => ofTerm.test(pk));
    await Promise.all(
      copies.map(({ pk, sk }) => client.send(new DeleteCommand({ TableName: localNames.trail, Key: { pk, sk } }))),
    );
  }
}
