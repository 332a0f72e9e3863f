import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useOfCopies } from '../../tools/cost/copies.ts';
import { readMetered } from '../../tools/cost/metered-file.ts';
import { busiestMonth, emptyMonth, ordinaryDay } from '../../tools/cost/month.ts';
import { costInDollars, priceSources, prices, sumUse, totalCost } from '../../tools/cost/prices.ts';
import { standingUse } from '../../tools/cost/standing-use.ts';

const page = readFileSync(new URL('../../docs/operations/another-school.md', import.meta.url), 'utf8');

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

describe('a price', () => {
  it.each(Object.entries(prices))('of %s says where it was read, and when', (_, { from }) => {
    const { official, read, of } = priceSources[from];
    expect(official).toMatch(/^https:\/\/aws\.amazon\.com\/[\w/-]+\/pricing\//);
    expect(read).toMatch(/^https:\/\/|^notes in /);
    expect(of).toMatch(/^20\d\d(-\d\d-\d\d)?$|^no date$/);
  });
});

describe('copies of a school', () => {
  const copied = {
    ...{
      records: 6 * gigabyte,
      changedOnDays: [{ records: 60 * megabyte, trail: 12 * megabyte }],
      files: 12 * gigabyte,
    },
    newFiles: { bytes: gigabyte, count: 1000 },
  };
  const use = useOfCopies(copied, { full: 2, changesEvery: 6, days: 30 });

  it('are exports of all records, and of changes that each cost 10 MB at least', () => {
    expect(use['DynamoDB recovery']).toBe(6);
    // Three exports of the day hold a third of its records each and a third of that again, which the one before had too: 80 MB together; of the trail some 5 MB each, which
    // are charged as 10. The 117 other runs export nothing.
    expect(use['DynamoDB exports']).toBeCloseTo(12 + (80 + 3 * 10) / 1024, 8);
    // One of all: three around it; users and three groups in four states each; of each table two, and ten looks of three. One of changes: four, and thirteen of each table, or seven without any.
    expect(use['Step Functions']).toBe(2 * (3 + 4 * 4 + 2 * (2 + 30)) + 3 * (4 + 2 * 13) + 117 * (4 + 2 * 7));
    expect(use['Metric queries']).toBe(120 * 4);
  });

  it('are kept for three months here and in the vault, where the files are too', () => {
    const written = (12 + 96 / 1024) / 6;
    expect(use['S3 storage']).toBeCloseTo(written * 3, 8);
    expect(use['Vault storage']).toBeCloseTo(written * 3 + 12, 8);
    expect(use['Vault transfer']).toBeCloseTo(written + 1, 8);
    expect(use['Vault writes']).toBe(2 * (2 * 50 + 3 * 20 + 117) + 1000);
  });

  it('cost less where changes are exported once a day, and never less than all of what was changed', () => {
    const daily = useOfCopies(copied, { full: 2, changesEvery: 24, days: 30 });
    expect(daily['DynamoDB exports']).toBeCloseTo(12 + ((60 + 12) * (26 / 24)) / 1024, 8);
  });
});

describe('what a school costs', () => {
  it('is so much for so many, less what an account has free', () => {
    expect(costInDollars('API Gateway calls', 2_000_000, true)).toBeCloseTo(7, 10);
    expect(costInDollars('Alarm metrics', 25, true)).toBeCloseTo(1.5, 10);
    expect(costInDollars('Alarm metrics', 25, false)).toBeCloseTo(2.5, 10);
    expect(costInDollars('Dashboards', 2, true)).toBe(0);
    expect(totalCost(sumUse([{ Secrets: 1 }, 2], [{ 'DynamoDB writes': 1_000_000 }, 3]), true)).toBeCloseTo(2.675, 10);
  });

  it('counts everything that happens: each scene of the scripts, and what stands and is stored in an empty month', () => {
    const of = {
      ...{ students: 1000, classes: 30, table: { records: gigabyte, indexes: 2 * gigabyte } },
      attendanceRecord: { records: gigabyte / 1_000_000, indexes: 0 },
    };
    const all = {
      ...of,
      scenes: { 'save a mark': { 'DynamoDB writes': 10, 'Lambda calls': 1 } },
      trail: { 'save a mark': { records: gigabyte / 1_000_000, indexes: gigabyte / 1_000_000 } },
    };
    // 21 days of 62 teachers with 25 marks each.
    expect(ordinaryDay(of)['save a mark']).toBe(62 * 25);
    const month = busiestMonth(all, { Secrets: 1 });
    expect(month).toMatchObject({
      ...{ 'DynamoDB writes': 21 * 62 * 25 * 10, Secrets: 1, 'Cognito users': 67 },
    });
    // Five years of a gigabyte each and two in the indexes, which are neither recovered nor exported; three and a half of attendance; the trail of five years.
    const [attendance, trail] = [(3.5 * 190 * 1000) / 1_000_000, (5 * 190 * 62 * 25) / 1_000_000];
    expect(month['DynamoDB storage']).toBeCloseTo(15 + attendance + 2 * trail, 8);
    const records = 5 + attendance + trail;
    expect(month['DynamoDB recovery']).toBeCloseTo(records, 8);
    // One of all records, and of each table three exports of changes on 21 days and that of the posting. On a day of school 62 * 25 rows of the trail are some 1.6 MB, so each costs the 10 MB of the least one;
    // and 62 * 25 * 10 units are 5 KB a save, less the trail's.
    expect(month['DynamoDB exports']).toBeCloseTo(records + (2 * 22 * 3 * 10) / 1024, 8);
    // One call in fifty waits for a function that starts.
    expect(month['Lambda time']).toBeCloseTo((21 * 62 * 25 * 0.6) / 50, 8);
    const empty = emptyMonth(all, { Secrets: 1 });
    expect(empty).toMatchObject({ Secrets: 1, 'DynamoDB storage': month['DynamoDB storage'] });
    expect(empty['DynamoDB writes'] ?? 0).toBe(0);
  });

  it('has the traces of so many percent of all calls, the canary’s with them, at 5 dollars a million', () => {
    const metered = readMetered();
    const standing = standingUse('demo');
    const [off, on] = [metered, { ...metered, tracing: 5 }].map((each) => busiestMonth(each, standing));
    const calls = off?.['API Gateway calls'] ?? 0;
    expect(calls).toBeGreaterThan(12 * 24 * 30);
    expect(on?.Traces).toBeCloseTo(calls / 20, 6);
    expect(totalCost(on ?? {}, false) - totalCost(off ?? {}, false)).toBeCloseTo((calls / 20) * 0.000005, 8);
    expect(totalCost(on ?? {}, true)).toBeCloseTo(totalCost(off ?? {}, true), 8);
  });

  it('has no more that costs without anybody at work than the page of operations says', () => {
    for (const [what, amount] of Object.entries(standingUse('demo'))) {
      const said = new RegExp(`^\\| ${what} \\| ([\\d.,]+) `, 'm').exec(page)?.[1];
      const hint = `${what}: npm run cost -- --school demo --write`;
      // What costs less than half a cent is not on the page.
      if (said === undefined) expect(totalCost({ [what]: amount }, false), hint).toBeLessThan(0.005);
      else expect(amount, hint).toBeLessThanOrEqual(Number(said.replaceAll(',', '')));
    }
  });
});
