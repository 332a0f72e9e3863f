import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { formLevels } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { launchBrowser } from '../../../tests/support/browser.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { signIn } from '../../../tests/support/callers/sign-in.ts';
import { type BenchRow, measureMedian } from '../kit/bench.ts';
import { measureMillisecondsUntilShown } from '../kit/painted-table.ts';

export const title = 'Completeness board: 30 classes at the end of a term, the answer and its painting, CPU slowed 4 ×';

/** A term of the demo school in which nearly everything is entered. */
const full = { year: '2025', term: '3' };
const today = new Date('2026-10-01T12:00:00Z');
const times = 7;
const slowdown = 4;

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'built', isDemo: true, today });
  try {
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const office = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const answered = async (input: object) => {
      const begun = performance.now();
      const { status } = await office.call(termReportsContract.readCompleteness, { ...full, ...input });
      if (status !== 200) throw new Error(`The board answered ${status}`);
      return performance.now() - begun;
    };
    const ofForm = (level: number) => answered({ form_level: String(level) });
    await answered({});
    return [
      limited(
        'What the screen waits for, the first form of five classes: the answer, warm, median',
        await measureMedian(times, () => ofForm(1)),
        150,
      ),
      shown(
        'As the screen asks, the first form and then the six others side by side: until the last answer, median',
        await measureMedian(times, async () => {
          const begun = performance.now();
          await ofForm(1);
          await Promise.all(formLevels.slice(1).map(ofForm));
          return performance.now() - begun;
        }),
      ),
      limited(
        'All 30 classes with some 9,000 records as one answer, warm, median',
        await measureMedian(times, () => answered({})),
        150,
      ),
      shown(
        'Of that, the emulator alone: the same records counted by it and not sent, median',
        await measureMedian(times, emulatorAlone),
      ),
      limited(
        `From the press on the tab until the first rows are painted, CPU slowed ${slowdown} ×, median`,
        await painted(school.url),
        100,
      ),
    ];
  } finally {
    await school.stop();
  }
}

/**
 * The emulator reads one record after the other: on one machine no request for so many of them can be faster than this.
 */
async function emulatorAlone(): Promise<number> {
  const [{ tableClient, tableNames }, { classTermPartition }, { school }] = await Promise.all([
    import('#functions/platform/table/table.ts'),
    import('#functions/marks/records/term-report.ts'),
    import('#functions/school/records/school.ts'),
  ]);
  const ofTerm = { year: Number(full.year), term: 3 } as const;
  const begun = performance.now();
  await Promise.all(
    school().formClasses.map(({ id: classId }) => {
      const { index, partition } = classTermPartition({ ...ofTerm, classId });
      return tableClient.send(
        new QueryCommand({
          TableName: tableNames().records,
          IndexName: index,
          Select: 'COUNT',
          KeyConditionExpression: 'gsi2pk = :class',
          ExpressionAttributeValues: { ':class': { S: partition } },
        }),
      );
    }),
  );
  return performance.now() - begun;
}

/** The answer is there already: what is measured is the page's own work. */
async function painted(url: string): Promise<number> {
  const browser = await launchBrowser({ isWhole: true });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, url, 'admin');
    await page.goto(`${url}/admin/dashboard/completeness?year=${full.year}&term=${full.term}`);
    await page.getByRole('grid').first().waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await measureMillisecondsUntilShown(page, 'List', 'What is entered');
    return await measureMedian(times, async () => {
      const taken = await measureMillisecondsUntilShown(page, 'Board', 'Form 1: classes and subjects');
      await measureMillisecondsUntilShown(page, 'List', 'What is entered');
      return taken;
    });
  } finally {
    await browser.close();
  }
}

const shown = (measure: string, milliseconds: number): BenchRow => ({
  measure,
  value: `${milliseconds.toFixed(0)} ms`,
  limit: 'shown only',
  ok: true,
});

const limited = (measure: string, milliseconds: number, limit: number): BenchRow => ({
  measure,
  value: `${milliseconds.toFixed(0)} ms`,
  limit: `≤ ${limit} ms`,
  ok: milliseconds <= limit,
});
