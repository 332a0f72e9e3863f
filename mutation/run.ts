/**
 * `npm run mutate [-- name…] [-- --write]`: puts one small fault after the other into a copy of the tree, and runs the tests that
 * must notice. A name picks the targets and files that hold it in their name. Prints who survives; `--write` puts the scores of the
 * measured targets into docs/bench.md. Exits 1 where fewer than 90 % are noticed.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf, mutate } from './mutants.ts';
import { type Score, writeScores } from './scores.ts';
import type { Order, Report } from './session.ts';
import { type Target, targets } from './targets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options, positionals: names } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** Tests of a mutant that take so many times as long as without it go round in circles. */
const patience = 4;

const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
let session: ChildProcess | undefined;
process.on('exit', () => {
  stopSession();
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

copyTree();
const scores: Score[] = [];
for (const target of targets) {
  const files = filesOf(target);
  if (files.length > 0) scores.push(await judge(target, files));
}
if (scores.length === 0) throw new Error(`No target and no file is named like ${names.join(' or ')}.`);
if (options.write) writeScores(scores);
process.exitCode = scores.every(({ killed, of }) => killed >= of * 0.9) ? 0 : 1;

/** What git knows, or would: with the packages of this tree. */
function copyTree(): void {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of list.split('\n').filter((one) => one !== '' && isFile(join(root, one)))) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function filesOf({ name, sources }: Target): string[] {
  const list = execFileSync('git', ['ls-files', ...sources], { cwd: root, encoding: 'utf8' });
  const files = list.split('\n').filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  const isNamed = (text: string) => names.length === 0 || names.some((part) => text.includes(part));
  return isNamed(name) ? files : files.filter(isNamed);
}

/** Puts the mutants of files in, one at a time. */
async function judge({ name, tests }: Target, files: readonly string[]): Promise<Score> {
  say(`\n## ${name}`);
  const started = performance.now();
  if (await noticed(undefined, tests, Number.POSITIVE_INFINITY))
    throw new Error(`${name}: its tests fail without a mutant.`);
  const limit = patience * (performance.now() - started) + 20_000;
  const score: Score = { name, killed: 0, of: 0 };
  for (const file of files) {
    // The tree may change while this runs; the copy does not.
    const source = readFileSync(join(copy, file), 'utf8');
    for (const mutant of mutantsOf(source)) {
      writeFileSync(join(copy, file), mutate(source, mutant));
      score.of++;
      if (await noticed(file, tests, limit)) score.killed++;
      else say(survivor(file, mutant));
    }
    writeFileSync(join(copy, file), source);
    await noticed(file, [], limit);
  }
  say(`${name}: ${score.killed} of ${score.of} noticed`);
  return score;
}

function survivor(file: string, { line, before, after }: Mutant): string {
  return `survives: ${file}:${line}  ${before.replaceAll(/\s+/g, ' ').slice(0, 90)}  →  ${after}`;
}

/** Whether the tests fail, or do not end within the limit (milliseconds). */
async function noticed(changed: string | undefined, tests: readonly string[], limit: number): Promise<boolean> {
  const child = await openSession();
  const order: Order = { changed: changed && join(copy, changed), tests };
  const report = await new Promise<Report | 'endless'>((resolve) => {
    const timer = Number.isFinite(limit) ? setTimeout(() => resolve('endless'), limit) : undefined;
    const end = (report: Report | 'endless'): void => {
      clearTimeout(timer);
      child.off('exit', broken);
      resolve(report);
    };
    const broken = () => end({ green: false });
    child.once('message', end);
    child.once('exit', broken);
    child.send(order);
  });
  if (report === 'endless') stopSession();
  return report === 'endless' || !report.green;
}

async function openSession(): Promise<ChildProcess> {
  if (session && session.exitCode === null && session.signalCode === null) return session;
  // A group of its own, so that a test that never ends can be stopped with all that it has started.
  session = fork(join(copy, 'mutation/session.ts'), {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const child = session;
  await new Promise((resolve) => child.once('message', resolve));
  return child;
}

function stopSession(): void {
  if (session?.pid !== undefined && session.exitCode === null) {
    try {
      process.kill(-session.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  session = undefined;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
