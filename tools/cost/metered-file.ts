import { readFileSync, writeFileSync } from 'node:fs';
import type { MeteredSchool } from './scenes.ts';

const file = new URL('./metered.json', import.meta.url);

/** What was metered last with `--write`: what the ministry's simulation counts with. */
export const readMetered = (): MeteredSchool => JSON.parse(readFileSync(file, 'utf8'));

/** Four digits: more would change with each run, and mean nothing. */
export function writeMetered(metered: MeteredSchool): void {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  writeFileSync(file, `${JSON.stringify(metered, rounded, 2)}\n`);
}
