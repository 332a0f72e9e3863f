import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { options } from '#shared/options.ts';
import { callsOfSchool, jobsOfSchool } from '#shared/product.ts';
import { callEntries, jobEntries } from '../../../infra/build/entries.ts';
import { loadSchool } from '../../../infra/school.ts';
import { readMetered } from '../../../tools/cost/metered-file.ts';
import { busiestMonth, withOptions } from '../../../tools/cost/month.ts';
import { totalCost } from '../../../tools/cost/prices.ts';
import { standingUse } from '../../../tools/cost/standing-use.ts';
import { demoSchoolFile } from '../../support/samples/demo-school.ts';

const page = readFileSync('docs/options.md', 'utf8');

/** Calls, resources of the API (one for each part of a path, and the root), functions and workers. */
function countsWith(names: string[]): string {
  const school = { ...demoSchoolFile, options: names };
  const calls = callsOfSchool(school);
  const resources = new Set(['']);
  for (const { call } of calls) {
    const parts = call.path.split('/').filter((part) => part !== '');
    for (const [index] of parts.entries()) resources.add(parts.slice(0, index + 1).join('/'));
  }
  return [calls.length, resources.size, callEntries(calls).length, jobEntries(jobsOfSchool(school)).length].join(' | ');
}

it('says how many calls, resources, functions and workers the core and each option have', () => {
  const names = options.map(({ name }) => name);
  expect(page).toContain(`| core | ${countsWith([])} |`);
  for (const name of names) expect(page).toContain(`| with \`${name}\` | ${countsWith([name])} |`);
  expect(page).toContain(`| all | ${countsWith(names)} |`);
});

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
