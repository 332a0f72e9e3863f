import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { meterCalls, toTableRow } from '../../../tools/cost/meter-calls.ts';

const page = readFileSync(new URL('../../../tools/cost/metered-calls.md', import.meta.url), 'utf8');
const part = page.slice(page.indexOf('<!-- metered calls -->'), page.indexOf('<!-- end of metered calls -->'));

/** Requests, read units and write units of each call, by its domain and name. */
const written = new Map(
  [...part.matchAll(/^\| ([\w-]+) \| (\w+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm)].map(
    ([, domain, name, ...figures]) => [`${domain} ${name}`, figures.map(Number)],
  ),
);

/** From then on the attendance of the examples is over a year old, and is looked for in the archive too. */
const archivedFrom = Date.parse('2026-12-31');

/** How much more than is written is let through. */
const slackOf = (domain: string, figure: number): number =>
  domain === 'attendance' && Date.now() > archivedFrom ? Math.max(figure / 2, 4) : Math.max(figure / 4, 2);

const hint = 'npm run cost -- --school demo --calls writes them again';

it('no call asks a quarter more of the table than tools/cost/metered-calls.md says; at night the page says what was metered', async () => {
  const calls = await meterCalls();
  expect(written.size).toBeGreaterThan(140);
  const above = calls.filter(({ domain, name, requests, reads, writes }) => {
    const figures = written.get(`${domain} ${name}`);
    const asked = [requests, reads, writes];
    return figures?.some((figure, index) => (asked[index] ?? 0) > figure + slackOf(domain, figure));
  });
  expect(above.map(toTableRow), hint).toEqual([]);
  if (process.env.EXTENT === 'whole') {
    const rows = part.split('\n').filter((line) => /^\| [\w-]+ \| \w+ \| \d/.test(line));
    // A call that is new is written with the next ones.
    expect(rows, hint).toEqual(calls.filter(({ domain, name }) => written.has(`${domain} ${name}`)).map(toTableRow));
  }
});
