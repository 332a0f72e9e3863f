import { readFileSync, writeFileSync } from 'node:fs';

/** How many mutants of a target the tests notice. */
export interface Score {
  name: string;
  killed: number;
  of: number;
}

const page = new URL('../docs/bench.md', import.meta.url);
const title = '## Mutants noticed by the tests';

/** The part of docs/bench.md that `npm run mutate` writes; empty where there is none yet. */
export function mutationPart(): string {
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(`\n${title}`);
  return start < 0 ? '' : text.slice(start);
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
  for (const { name, killed, of } of scores) {
    const share = Math.floor((100 * killed) / Math.max(of, 1));
    known.set(name, `| ${name} | ${killed} of ${of}, ${share} % | ≥ 90 % | ${killed >= of * 0.9 ? 'yes' : '**no**'} |`);
  }
  const text = readFileSync(page, 'utf8');
  const head = ['', title, '', '`npm run mutate -- --write` writes this part.', ''];
  const table = ['| Target | Value | Limit | Within |', '| --- | --- | --- | --- |', ...known.values(), ''];
  writeFileSync(page, text.slice(0, text.length - part.length) + [...head, ...table].join('\n'));
}
