import { writeFileSync } from 'node:fs';
import { OperatorError, parseCommandOptions, runApp } from '../../infra/operators/operator-error.ts';
import { loadSchool } from '../../infra/school.ts';
import { meterCalls, toCallsTable } from './meter-calls.ts';
import { readMetered, writeMetered } from './metered-file.ts';
import { busiestMonth } from './month.ts';
import { costPage, replacePagePart, scenesTable } from './page.ts';
import { priceListDate, totalCost } from './prices.ts';
import { meterScenes } from './scenes.ts';
import { accountUse, standingUse } from './standing-use.ts';

const usage = 'Usage: npm run cost -- --school <id> [--as-metered] [--write] [--calls]';

const meteredPage = new URL('metered-calls.md', import.meta.url);

/** Dollars that a school may cost by the list in its busiest month, without what its account has once. */
const limit = 6;

/**
 * Meters a school's days on this machine, or takes what was metered last (`--as-metered`, where prices alone have
 * changed), and prices them; `--write` puts that into the pages, and makes the budget of it.
 */
await runApp(async () => {
  const flag = { type: 'boolean' } as const;
  const values = parseCommandOptions(usage, {
    school: { type: 'string' },
    write: flag,
    calls: flag,
    'as-metered': flag,
  });
  const { school } = values;
  if (school === undefined) throw new OperatorError(usage);
  const { tracing } = loadSchool(school);
  // One school a process: the functions keep their clients.
  if (values.calls === true) {
    replacePagePart(meteredPage, 'metered calls', toCallsTable(await meterCalls()));
    return;
  }
  const standing = standingUse(school);
  const measured = values['as-metered'] === true ? readMetered() : await meterScenes();
  const metered = { ...measured, tracing };
  const page = costPage(metered, standing, accountUse(school));
  console.log(page);
  const month = busiestMonth(metered, standing);
  const dollars = { list: totalCost(month, false), afterFree: totalCost(month, true) };
  if (values.write === true) {
    writeMetered(measured);
    replacePagePart(new URL('../../docs/operations/another-school.md', import.meta.url), 'costs', page);
    replacePagePart(meteredPage, 'metered scenes', scenesTable(metered));
    const cost = { ...priceListDate, list: round(dollars.list), afterFree: round(dollars.afterFree) };
    writeFileSync(
      new URL('../../infra/watching/measured-cost.json', import.meta.url),
      `${JSON.stringify(cost, null, 2)}\n`,
    );
  }
  if (dollars.list > limit) {
    console.log(`\nThat is more than ${limit} dollars.`);
    process.exitCode = 1;
  }
});

function round(amount: number): number {
  return Number(amount.toFixed(2));
}
