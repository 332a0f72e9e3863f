import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMetered } from '../../tools/cost/metered-file.ts';
import { busiestMonth } from '../../tools/cost/month.ts';
import { listOptionalUse } from '../../tools/cost/optional-use.ts';
import { costInDollars, priceSources, prices, sumUse, totalCost } from '../../tools/cost/prices.ts';
import { standingUse } from '../../tools/cost/standing-use.ts';

const page = readFileSync(new URL('../../docs/operations/another-school.md', import.meta.url), 'utf8');

const _gigabyte = 1024 ** 3;
const _megabyte = 1024 ** 2;

describe('a price', () => {
  it.each(Object.entries(prices))('of %s says where it was read, and when', (_, { from }) => {
    const { official, read, of } = priceSources[from];
    expect(official).toMatch(/^https:\/\/aws\.amazon\.com\/[\w/-]+\/pricing\//);
    expect(read).toMatch(/^https:\/\/|^notes in /);
    expect(of).toMatch(/^20\d\d(-\d\d-\d\d)?$|^no date$/);
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

  it('is stated apart of what its file, or that of its account, asks for', () => {
    const month = busiestMonth(readMetered(), standingUse('demo'));
    const apart = new Map(listOptionalUse(month, 1000).map(([what, use]) => [what, totalCost(use, false)]));
    expect(apart.size).toBe(5);
    for (const [what, dollars] of apart)
      expect(page, `${what}: npm run cost -- --school demo --as-metered --write`).toContain(
        `| Apart: ${what} | | ${dollars.toFixed(2)} | `,
      );
    expect(apart.get('card key')).toBeCloseTo(1 + (2 * 1060 + 2000) * 0.000015, 10);
    // By hand: 31 nights of 3,600 units, 12 writes of files, and 30 seconds of 1.73 GB.
    expect(apart.get('OneRoster each night')).toBeCloseTo(0.014 + 0.0019 + 0.0214 + 0.001, 3);
    expect(apart.get('gradual traffic')).toBeCloseTo(0.1, 10);
    // By hand: 23,038 reads and writes of files at most, 120,000 acts in the account.
    expect(apart.get('trail and GuardDuty')).toBeLessThan(0.55);
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
