/**
 * `npm run mutate [-- name…] [-- --write]`: puts one small fault after the other into a copy of the tree, and runs the tests that
 * must notice. A target's name picks that target, another one the targets and files that hold it in their name. Prints who survives;
 * `--write` puts the scores of the targets that were measured whole into docs/bench.md. Exits 1 where fewer than 90 % are noticed.
 *
 * `--every 3` takes one mutant in three, the same ones for the same `--seed`. `--whole` runs the tests that do not reach a survivor too.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { equivalents } from './equivalents.ts';
import { judge, type Verdict } from './judge.ts';
import { type Score, writeScores } from './scores.ts';
import { type Target, targets } from './targets.ts';
import { copyTree, list } from './tree.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options, positionals: names } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'formroom' },
  },
  allowPositionals: true,
});
const parts = names.filter((name) => targets.every((target) => target.name !== name));
const sample = { every: Number(options.every), seed: options.seed };

const trees = Array.from({ length: availableParallelism() }, () => copyTree(root));
process.on('exit', () => {
  for (const tree of trees) tree.remove();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const scores: (Score & { isWhole: boolean })[] = [];
for (const target of targets) {
  const isWhole = isNamed(target);
  const sources = sourcesOf(target, isWhole);
  if (sources.length > 0) scores.push({ ...(await measure(target, sources)), isWhole });
}
if (scores.length === 0) throw new Error(`No target and no file is named like ${names.join(' or ')}.`);
// A few files of a target say nothing of the whole.
if (options.write) writeScores(scores.filter(({ isWhole }) => isWhole));
process.exit(scores.every(({ killed, of }) => killed >= of * 0.9) ? 0 : 1);

function isNamed({ name }: Target): boolean {
  return names.length === 0 || names.includes(name) || parts.some((part) => name.includes(part));
}

function sourcesOf({ sources }: Target, isWhole: boolean): string[] {
  const files = list(root, [...sources]).filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  return isWhole ? files : files.filter((file) => parts.some((part) => file.includes(part)));
}

async function measure({ name, tests }: Target, sources: string[]): Promise<Score> {
  say(`\n## ${name}`);
  const { verdicts, ...counts } = await judge(trees, {
    ...{ root, sources, tests, sample, equivalents, isWhole: options.whole },
    onVerdict: (verdict, progress) => {
      if (verdict.outcome !== 'noticed') say(survivor(verdict));
      if (progress.done % 25 === 0) say(`(${progress.done} of ${progress.of})`);
    },
  });
  const score = { name, killed: count(verdicts, 'noticed'), of: verdicts.length, ...counts, ...sample };
  say(
    `${name}: ${score.killed} of ${score.of} noticed, ${count(verdicts, 'reached by no test')} reached by no test; ${counts.equivalents} known to be equivalent`,
  );
  if (sample.every > 1) say(`One in ${sample.every} of ${counts.from}, seed ${sample.seed}`);
  return score;
}

function count(verdicts: readonly Verdict[], outcome: Verdict['outcome']): number {
  return verdicts.filter((one) => one.outcome === outcome).length;
}

function survivor({ path, mutant, outcome }: Verdict): string {
  const before = mutant.before.replaceAll(/\s+/g, ' ').slice(0, 90);
  return `${outcome}: ${path}:${mutant.line}  ${before}  →  ${mutant.after}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
