import { readFileSync, writeFileSync } from 'node:fs';
import type { Sample } from './judge.ts';

/** How many mutants of a target the tests notice. */
export interface Score extends Sample {
  name: string;
  killed: number;
  of: number;
  /** How many mutants the sample was taken from. */
  from: number;
  /** How many of them change nothing that can be seen. */
  equivalents: number;
}

const page = new URL('../docs/bench.md', import.meta.url);
const title = '## Mutants noticed by the tests';

/** The part of docs/bench.md that `npm run mutate` writes; empty where there is none yet. */
export function mutationPart(): string {
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(`\n${title}`);
  return start < 0 ? '' : text.slice(start);
}

function row({ name, killed, of, from, equivalents, every, seed }: Score): string {
  const share = Math.floor((100 * killed) / Math.max(of, 1));
  const notes = [
    ...(every > 1 ? [`one in ${every} of ${from}, seed ${seed}`] : []),
    ...(equivalents > 0 ? [`${equivalents} known equivalents apart`] : []),
  ];
  const value = [`${killed} of ${of}, ${share} %`, ...notes].join('; ');
  return `| ${name} | ${value} | ≥ 90 % | ${killed >= of * 0.9 ? 'yes' : '**no**'} |`;
}

/** Puts scores into docs/bench.md, beside those of targets that were not measured now. */
export function writeScores(scores: readonly Score[]): void {
  const part = mutationPart();
  const known = new Map(
    part
      .split('\n')
      .filter((line) => /^\| .* of /.test(line))
      .map((line) => [line.split('|')[1]?.trim() ?? '', line]),
  );
  for (const score of scores) known.set(score.name, row(score));
  const text = readFileSync(page, 'utf8');
  const head = ['', title, '', '`npm run mutate -- --write` writes this part.', ''];
  const table = ['| Target | Value | Limit | Within |', '| --- | --- | --- | --- |', ...known.values(), ''];
  writeFileSync(page, text.slice(0, text.length - part.length) + [...head, ...table].join('\n'));
}
