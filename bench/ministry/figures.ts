import { readFileSync } from 'node:fs';

/** What one scene asks, as `npm run cost` metered it for a school of 1,000 students. */
export interface SceneFigures {
  calls: number;
  reads: number;
  writes: number;
  /** Gigabyte seconds of Lambda, of all its calls. */
  time: number;
}

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const part = page.slice(page.indexOf('<!-- costs -->'), page.indexOf('<!-- end of costs -->'));
const rows = part
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('*', '')),
  );
const numberOf = (text = ''): number => Number(text.replaceAll(',', '').split(' ')[0]);

function rowOf(name: string): string[] {
  const row = rows.find(([first]) => first === name);
  if (!row) throw new Error(`docs/operations.md has no line of ${name}`);
  return row;
}

/** Of a scene of `cost/month.ts`. */
export function figuresOf(scene: string): SceneFigures {
  const [, calls, reads, writes, , time] = rowOf(scene);
  return { calls: numberOf(calls), reads: numberOf(reads), writes: numberOf(writes), time: numberOf(time) };
}

/** Dollars by the list of a day, a posting or a line of the busiest month. */
export const dollarsOf = (name: string): number => {
  const row = rowOf(name);
  return numberOf(row.length > 4 ? row[4] : row[2]);
};
