import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { busiestMonth, emptyMonth, ordinaryDay } from '../../cost/month.ts';
import { dollarsOf, sumOf, total } from '../../cost/prices.ts';
import { standingUse } from '../../cost/standing.ts';

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

describe('what a school costs', () => {
  it('is so much for so many, less what an account has free', () => {
    expect(dollarsOf('API Gateway calls', 2_000_000, true)).toBeCloseTo(7, 10);
    expect(dollarsOf('Alarm metrics', 25, true)).toBeCloseTo(1.5, 10);
    expect(dollarsOf('Alarm metrics', 25, false)).toBeCloseTo(2.5, 10);
    expect(dollarsOf('Dashboards', 2, true)).toBe(0);
    expect(total(sumOf([{ Secrets: 1 }, 2], [{ 'DynamoDB writes': 1_000_000 }, 3]), true)).toBeCloseTo(2.675, 10);
  });

  it('counts everything that happens: each scene of the scripts, and what stands and is stored in an empty month', () => {
    const of = { students: 1000, classes: 30, tableBytes: 1024 ** 3 };
    const all = { scenes: { 'save a mark': { 'DynamoDB writes': 10 } }, ...of };
    // 21 days of 62 teachers with 25 marks each.
    expect(ordinaryDay(of)['save a mark']).toBe(62 * 25);
    expect(busiestMonth(all, { Secrets: 1 })).toMatchObject({
      ...{ 'DynamoDB writes': 21 * 62 * 25 * 10, Secrets: 1, 'Cognito users': 67 },
      // Five years of a gigabyte each, half of it in the indexes, which are not exported.
      ...{ 'DynamoDB storage': 5, 'DynamoDB recovery': 5, 'DynamoDB exports': 2.5 * 9 },
    });
    const empty = emptyMonth(all, { Secrets: 1 });
    expect(empty).toMatchObject({ Secrets: 1, 'DynamoDB storage': 5 });
    expect(empty['DynamoDB writes'] ?? 0).toBe(0);
  });

  it('has no more that costs without anybody at work than the page of operations says', () => {
    for (const [what, amount] of Object.entries(standingUse('demo'))) {
      const said = new RegExp(`^\\| ${what} \\| ([\\d.,]+) `, 'm').exec(page)?.[1];
      expect(amount, `${what}: npm run cost -- --school demo --write`).toBeLessThanOrEqual(
        Number(said?.replaceAll(',', '')),
      );
    }
  });
});
