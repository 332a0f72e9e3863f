import { randomUUID } from 'node:crypto';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Post Term Reports: the demo school’s term with signed cards, beside the same without signatures';

/** A term of the demo school in which nearly everything is entered. */
const full = { year: 2025, term: 3 } as const;
const today = new Date('2026-10-01T12:00:00Z');
const rounds = 6;
const limit = 1.15;

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true, today });
  try {
    const { accountByUserName } = await import('#functions/sessions/accounts.ts');
    const office = await clientOfAccount(school.url, (await accountByUserName('admin'))?.accountId ?? '');
    const { checkPosting, listPostingChanges, postTermReports } = termReportsContract;
    const period = { year: String(full.year), term: '3' } as const;
    const { students, reports } = (await office.call(checkPosting, period)).body;
    const incomplete = students.filter((one) => one.missing_marks.length + one.missing_remarks.length > 0).length;
    const act = async (posted: 0 | 1, confirm: number) => {
      const key = randomUUID();
      const begun = performance.now();
      for (;;) {
        const answer = await office.call(postTermReports, { ...full, posted, confirm }, { 'Idempotency-Key': key });
        if (answer.status !== 200) throw new Error(`Posting answered ${answer.status}`);
        if (answer.body.state === 'finished') return performance.now() - begun;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    /** With an address the school signs its cards. */
    const posted = async (address: string | undefined) => {
      if (address === undefined) delete process.env.SITE_ADDRESS;
      else process.env.SITE_ADDRESS = address;
      const taken = await act(1, incomplete);
      await act(0, (await office.call(listPostingChanges, period)).body.reports);
      return taken;
    };
    await posted(school.url);
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      // In turn, for each posting finds more copies than the one before.
      const isSignedFirst = round % 2 === 0;
      const first = await posted(isSignedFirst ? school.url : undefined);
      const second = await posted(isSignedFirst ? undefined : school.url);
      pairs.push(isSignedFirst ? { signed: first, unsigned: second } : { unsigned: first, signed: second });
    }
    const ratio = median(pairs.map(({ signed, unsigned }) => signed / unsigned));
    return [
      {
        measure: `${reports} cards without signatures, median`,
        value: `${median(pairs.map(({ unsigned }) => unsigned)).toFixed(0)} ms`,
        limit: 'shown only',
        ok: true,
      },
      { measure: 'The same, signed', value: `${ratio.toFixed(2)} ×`, limit: `≤ ${limit} ×`, ok: ratio <= limit },
    ];
  } finally {
    await school.stop();
  }
}
