import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { options } from '#shared/options.ts';
import { loadSchool } from '../../../infra/school.ts';
import { readMetered } from '../../../tools/cost/metered-file.ts';
import { busiestMonth, withOptions } from '../../../tools/cost/month.ts';
import { totalCost } from '../../../tools/cost/prices.ts';
import { standingUse } from '../../../tools/cost/standing-use.ts';

const page = readFileSync('docs/options.md', 'utf8');

/** Dollars of the busiest month by the list, and after what an account has free. */
function dollarsWith(names: string[]): string {
  const metered = { ...withOptions(readMetered(), names), tracing: loadSchool('demo').tracing };
  const month = busiestMonth(metered, standingUse('demo', names.length === 0 ? [] : undefined));
  return [totalCost(month, false), totalCost(month, true)].map((dollars) => dollars.toFixed(2)).join(' | ');
}

it('says what the core and all options cost in the busiest month', () => {
  expect(page).toContain(`| core | ${dollarsWith([])} |`);
  expect(page).toContain(`| all | ${dollarsWith(options.map(({ name }) => name))} |`);
});
