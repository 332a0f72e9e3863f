/**
 * `npm run bench [-- name…] [-- --write]`: measures what was promised, one bench after the other, and prints a Markdown
 * table of each. A name picks the benches whose path holds it: `office` all of that folder. `--write` puts what was
 * measured into docs/bench.md, in place of what was there of the same benches. Exits 1 when a row misses its limit or a
 * bench fails.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bench, BenchRow } from './kit/bench.ts';

const suffix = '.bench.ts';
const page = new URL('../../docs/bench.md', import.meta.url);
const { values: options, positionals: names } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
});

// A line a call is no measurement; the functions look when they are loaded.
process.env.LOG_LEVEL = 'warn';
// Nor is one that waits for the next second: a bench calls as no person does.
process.env.CALL_PACE = 'off';

// Each bench in a process of its own: a school is one process, and no bench measures in the heap that another one left.
if (options.only === undefined) measureAll();
else await measure(options.only);

function measureAll(): void {
  const benches = readdirSync(new URL('./', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .filter((name) => names.length === 0 || names.some((part) => name.includes(part)))
    .sort();
  if (benches.length === 0) fail(`No bench is named like ${names.join(' or ')}.`);
  const measured: string[] = [];
  process.stdout.write(head());
  for (const name of benches) {
    const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--only', name], {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    });
    if (child.status !== 0) process.exitCode = 1;
    process.stdout.write(child.stdout);
    measured.push(child.stdout);
  }
  if (options.write) writeFileSync(page, [head(), ...joined(measured)].join(''));
}

/** The page of benches with the new measurements in their places, and new benches at the end. */
function joined(measured: readonly string[]): string[] {
  const before = readFileSync(page, 'utf8');
  const benches = before.split(/\n(?=## )/).slice(1);
  const parts = new Map(benches.map((text) => [titleOf(text), `\n${text}`]));
  for (const text of measured) if (text !== '') parts.set(titleOf(text.trimStart()), text);
  return [...parts.values()];
}

function titleOf(part: string): string {
  return part.slice(0, part.indexOf('\n'));
}

async function measure(name: string): Promise<void> {
  const { title, run } = (await import(`./${name}${suffix}`)) as Bench;
  const rows = await run();
  process.stdout.write(`\n## ${title}\n\n${table(rows)}\n`);
  process.exitCode = rows.length > 0 && rows.every((row) => row.ok) ? 0 : 1;
}

function table(rows: readonly BenchRow[]): string {
  const cells = rows.map(({ measure, value, limit, ok }) => [measure, value, limit, ok ? 'yes' : '**no**']);
  const lines = [['Measure', 'Value', 'Limit', 'Within'], ['---', '---', '---', '---'], ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function head(): string {
  return [
    '# Measurements',
    '',
    `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}). \`npm run bench -- --write\` makes this page.`,
    "Limits are sizes, counts, or ratios within one run; milliseconds are this machine's.",
    'A row with **no** is over its limit: `npm run bench` ends with 1, and that is repaired before a release.',
    '',
  ].join('\n');
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
