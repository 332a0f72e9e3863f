import { execFileSync, spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';

/**
 * `quick` (`npm test`) runs everything but `*.slow.test.*`, `changed` those of the domains that differ from main, `all`
 * everything but the tests of the night. What follows is vitest's: `npm test -- tests/unit/marks`.
 */
const [extent = 'quick', ...given] = process.argv.slice(2);
if (extent !== 'all') process.env.TESTS = 'quick';

const lines = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Folders of tests that are called as those of the files that were changed, and the tests of `infra/` and `rights/`.
 */
function foldersOfChange(): string[] {
  const [base = 'HEAD'] = lines('merge-base', 'main', 'HEAD');
  const files = [...lines('diff', '--name-only', base), ...lines('ls-files', '--others', '--exclude-standard')];
  const folders = files.flatMap((file) => {
    const [top = '', first, second] = file.split('/');
    if (top === 'tests') return file;
    if (top === 'infra') return 'tests/infra/';
    const isContract = top === 'shared' && /contract|calls/.test(file);
    const domain = first === 'features' ? second : first === 'options' ? `${first}/${second}` : first;
    return [
      `tests/unit/${domain}/`,
      `tests/integration/${domain}/`,
      `tests/web/${domain}/`,
      isContract ? 'tests/rights/' : [],
    ].flat();
  });
  return [...new Set(folders)];
}

const { filter, options } = parseCLI(['vitest', 'run', '--project', '!nightly*', ...given]);
if (extent === 'changed') filter.push(...foldersOfChange());
if (extent === 'changed' && filter.length === 0) {
  console.log('Nothing differs from main.');
  process.exit();
}
const vitest = await startVitest('test', filter, { ...options, passWithNoTests: extent === 'changed' });
const failed = vitest.state.getTestModules().filter((module) => !module.ok());
await vitest.close();

/**
 * CI runs up to three failed files once more: a busy machine may be late. Each has a fresh school, for in one that the
 * first try has written to a second try finds its marks typed already. What fails twice has failed; what passes is
 * named, to be looked into.
 */
const files = [...new Set(failed.map(({ moduleId }) => relative(process.cwd(), moduleId)))];
const canBeLate = files.length > 0 && files.length <= 3 && vitest.state.getUnhandledErrors().length === 0;
if (canBeLate && process.env.CI) {
  console.log(`\nOnce more, in a school of their own: ${files.join(', ')}\n`);
  const projects = [...new Set(failed.map(({ project }) => project.name))].flatMap((name) => ['--project', name]);
  const again = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...files];
  process.exitCode = spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1;
  if (process.exitCode === 0) console.log(`\nPassed at the second try alone, find out why: ${files.join(', ')}\n`);
}
