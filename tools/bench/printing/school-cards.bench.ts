import { randomUUID } from 'node:crypto';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Print School: the job with its files, beside a request for each class’s cards';

/** A term of the demo school in which nearly everything is entered. */
const full = { year: 2025, term: 3 } as const;
const today = new Date('2026-10-01T12:00:00Z');
const rounds = 3;
const limit = 1.5;

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'built', isDemo: true, today });
  try {
    const [{ findAccountByUserName }, { school: schoolOfFile }] = await Promise.all([
      import('#functions/sessions/accounts.ts'),
      import('#functions/school/records/school.ts'),
    ]);
    const office = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const job = async () => {
      const key = randomUUID();
      for (;;) {
        const { body } = await office.call(termReportsContract.startPrintingReportCards, full, {
          'Idempotency-Key': key,
        });
        if (body.state === 'finished') return;
        if (body.state !== 'running') throw new Error(`The job ${body.state}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const classByClass = async () => {
      for (const { id: classId } of schoolOfFile().formClasses) {
        const { status } = await office.call(termReportsContract.printReportCard, {
          year: String(full.year),
          term: String(full.term),
          classId,
        });
        if (status !== 200) throw new Error(`The cards of ${classId} answered ${status}`);
      }
    };
    await classByClass();
    const pairs = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ requests: await taken(classByClass), job: await taken(job) });
    const ratio = median(pairs.map((pair) => pair.job / pair.requests));
    return [
      {
        measure: `${schoolOfFile().formClasses.length} requests, median`,
        value: `${median(pairs.map(({ requests }) => requests)).toFixed(0)} ms`,
        limit: 'shown only',
        ok: true,
      },
      {
        measure: 'The job, a file a class and the zip, beside them',
        value: `${ratio.toFixed(2)} ×`,
        limit: `≤ ${limit} ×`,
        ok: ratio <= limit,
      },
    ];
  } finally {
    await school.stop();
  }
}

async function taken(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
