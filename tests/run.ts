import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';

/**
 * Every test but those of the night; arguments are vitest's. A browser on a busy machine may be late: files of browser tests
 * that fail are run once more, each in a school of its own as at first, for in one that the first try has written to a
 * second try finds its marks typed already. What fails twice has failed, and so has whatever else fails.
 */
const mayBeLate = 'e2e';

const { filter, options } = parseCLI(['vitest', 'run', '--project', '!nightly*', ...process.argv.slice(2)]);
const vitest = await startVitest('test', filter, options);
const failed = vitest.state.getTestModules().filter((module) => !module.ok());
const isOnlyLate =
  failed.length > 0 &&
  failed.every(({ project }) => project.name === mayBeLate) &&
  vitest.state.getUnhandledErrors().length === 0;
const files = [...new Set(failed.map(({ moduleId }) => relative(process.cwd(), moduleId)))];
await vitest.close();

if (isOnlyLate && process.env.CI) {
  console.log(`\nOnce more, in a school of their own: ${files.join(', ')}\n`);
  const again = ['node_modules/vitest/vitest.mjs', 'run', '--project', mayBeLate, ...files];
  process.exitCode = spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1;
}
