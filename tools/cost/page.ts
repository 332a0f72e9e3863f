import { readFileSync, writeFileSync } from 'node:fs';
import {
  busiestMonth,
  emptyMonth,
  ministryMonth,
  ministrySchools,
  ordinaryDayScript,
  scriptUse,
  storedTable,
  termEndDayScript,
} from './month.ts';
import { listOptionalUse } from './optional-use.ts';
import { costInDollars, priceListDate, prices, totalCost, type Usage, usageInPriceOrder } from './prices.ts';
import type { MeteredSchool, Scene } from './scenes.ts';

/** The part of a page that is written here, between two comments. */
export function replacePagePart(page: URL, name: string, part: string): void {
  const before = readFileSync(page, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page.pathname} has no place for ${name}.`);
  writeFileSync(page, `${before.slice(0, from + begin.length)}\n${part}\n${before.slice(to)}`);
}

const dollars = (amount: number): string => amount.toFixed(2);

/** Three digits, or the whole number. */
function figure(amount: number): string {
  if (amount === 0) return '0';
  return amount >= 1000 ? Math.round(amount).toLocaleString('en') : String(Number(amount.toPrecision(3)));
}

const of = (use: Usage, what: keyof typeof prices): string => figure(use[what] ?? 0);

/** What each scene of a day uses, done once. */
export function scenesTable({ scenes }: MeteredSchool): string {
  return [
    '| Once | Calls | Read units | Write units | KB to the browser | GB seconds |',
    '| --- | --- | --- | --- | --- | --- |',
    ...(Object.entries(scenes) as [Scene, Usage][]).map(([scene, use]) => {
      const kilobytes = ((use['CloudFront traffic'] ?? 0) * 1024 ** 3) / 1024;
      return `| ${scene} | ${of(use, 'API Gateway calls')} | ${of(use, 'DynamoDB reads')} | ${of(use, 'DynamoDB writes')} | ${figure(kilobytes)} | ${of(use, 'Lambda time')} |`;
    }),
  ].join('\n');
}

/** The cost of a month by line, and of a day by kind. */
export function costPage(metered: MeteredSchool & { tracing?: number }, standing: Usage, account: Usage): string {
  const ministry = ministryMonth(metered, standing, account);
  const month = busiestMonth(metered, standing);
  const empty = emptyMonth(metered, standing);
  const { students, classes } = metered;
  const stored = storedTable(metered);
  const days: [string, Usage][] = [
    ['An ordinary day', scriptUse(metered, ordinaryDayScript(metered))],
    ['A day at the end of term', scriptUse(metered, termEndDayScript(metered))],
    [
      'Posting and printing 1,000 reports',
      scriptUse(metered, { 'check and post all reports': 1, 'print all report cards': 1 }),
    ],
  ];
  return [
    `US dollars, ${priceListDate.region}, list prices of ${priceListDate.date} (\`tools/cost/prices.ts\`), for ${figure(students)} students in ${classes} classes, ${figure(stored.records / 1024 ** 2)} MB of records after five years and ${figure(stored.indexes / 1024 ** 2)} MB in their indexes.`,
    '',
    '| What | Of it in the busiest month | By the list | After what an account has free |',
    '| --- | --- | --- | --- |',
    ...usageInPriceOrder(month)
      .filter(([what, amount]) => costInDollars(what, amount, false) >= 0.005)
      .map(
        ([what, amount]) =>
          `| ${what} | ${figure(amount)} ${prices[what].unit} | ${dollars(costInDollars(what, amount, false))} | ${dollars(costInDollars(what, amount, true))} |`,
      ),
    `| **The busiest month** | | **${dollars(totalCost(month, false))}** | **${dollars(totalCost(month, true))}** |`,
    ...listOptionalUse(month, students).map(
      ([what, use]) => `| Apart: ${what} | | ${dollars(totalCost(use, false))} | ${dollars(totalCost(use, true))} |`,
    ),
    `| A month in which nobody works | | ${dollars(totalCost(empty, false))} | ${dollars(totalCost(empty, true))} |`,
    `| The account, once: dashboard, alarms, counts | | ${dollars(totalCost(account, false))} | ${dollars(totalCost(account, true))} |`,
    `| One of ${ministrySchools} schools that share an account’s part, mean month | | ${dollars(totalCost(ministry, false))} | |`,
    '',
    '| | Calls | Read units | Write units | By the list |',
    '| --- | --- | --- | --- | --- |',
    ...days.map(
      ([name, use]) =>
        `| ${name} | ${of(use, 'API Gateway calls')} | ${of(use, 'DynamoDB reads')} | ${of(use, 'DynamoDB writes')} | ${totalCost(use, false).toFixed(3)} |`,
    ),
  ].join('\n');
}
