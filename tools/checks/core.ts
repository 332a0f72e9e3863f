/**
 * `npm run check:core`: the product without its options (docs/options.md). In a copy of the checkout without their
 * folders and registrations: types, import rules, tests of rules, rights and infrastructure, the main paths on bundles,
 * a sign-in in a browser. What follows is vitest's: then the tests alone run (`npm run check:core -- --project unit`).
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Folders and registrations of options, in every tree. */
const ofOptions = /(^|\/)options(-pages)?(\/|\.ts$)/;

/**
 * What measures, shows or tries the whole product, has by hand what each of its functions may, or takes a minute and is
 * the same with options and without. What is below `tests/integration` and `tests/e2e` is not run here, and its types
 * want the options.
 */
const ofWholeProduct = new RegExp(
  [
    '^tools/(cost|bench|checks/(screen|new-year))',
    '^tests/(nightly|e2e|support/layout/(audit-screens|long-names)|integration/(acceptance|platform/stages))',
    '^tests/infra/(operators/(leaving-workers|start-again)|stacks/changes-export|rights/(least-privilege|read-rights|table-rights)|pages/[\\w.-]+|asvs|cost|quotas)\\.test',
  ].join('|'),
);
const kept = /^tests\/e2e\/accounts\/sign-in\.test\.ts$/;

const folder = mkdtempSync(join(tmpdir(), 'core-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
for (const file of listed.split('\n').filter(Boolean)) {
  if (!existsSync(file) || ofOptions.test(file) || (ofWholeProduct.test(file) && !kept.test(file))) continue;
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  copyFileSync(file, join(folder, file));
}
// Links, not copies: 70,000 files. Some caches name the files of the checkout.
execFileSync('cp', ['-al', 'node_modules', join(folder, 'node_modules')]);
rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
const demo = join(folder, 'infra/schools/demo.json');
const { options: _listed, optionSettings: _set, ...school } = JSON.parse(readFileSync(demo, 'utf8'));
writeFileSync(demo, JSON.stringify(school));
// Tests ask git which files there are.
for (const args of [
  ['init', '-q'],
  ['add', '-A'],
])
  execFileSync('git', args, { cwd: folder });

const env = { ...process.env, NODE_OPTIONS: '--conditions=core-only', TESTS: 'quick' };
const failed: string[] = [];
/** @param isShown false for what goes on beside the tests: it is shown when it has ended */
async function step(name: string, [command, ...args]: readonly [string, ...string[]], isShown = true): Promise<void> {
  const from = Date.now();
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'] });
  let said = '';
  child.stdout?.on('data', (part) => {
    said += part;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) failed.push(name);
  console.log(`${said}${status === 0 ? 'passed' : 'FAILED'} ${name}: ${Math.round((Date.now() - from) / 1000)} s\n`);
}

const given = process.argv.slice(2);
const bin = (name: string) => join(folder, 'node_modules/.bin', name);
async function checkSources(): Promise<void> {
  await step('types', [bin('tsc'), '--noEmit', '--customConditions', 'core-only'], false);
  await step('import rules', [process.execPath, 'tools/checks/boundaries.ts'], false);
}
const projects = ['unit', 'rights', 'infra', 'bundles', 'e2e'].flatMap((name) => ['--project', name]);
const tests = [bin('vitest'), 'run', '--configLoader', 'native', ...(given.length > 0 ? given : projects)] as const;
if (given.length === 0) await step('names of styles', [bin('cmk'), '--clean']);
// Tests wait for browsers and databases now and then, and types take one core.
await Promise.all([given.length === 0 ? checkSources() : undefined, step('tests', tests)]);
if (failed.length > 0) {
  console.log(`The core alone does not hold: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
