import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { importConditions } from '#shared/import-conditions.ts';
import { guidePagesPlugin } from './web/guide-pages.ts';

/** `npm test` leaves out what takes longest (`*.slow.test.*`) and all bundles but one; `npm run test:all` runs it. */
const isQuick = process.env.TESTS === 'quick';
const exclude = [...configDefaults.exclude, ...(isQuick ? ['**/*.slow.test.*'] : [])];

/** Added to vitest's own. */
const resolve = { conditions: [...importConditions] };
const ssr = { resolve };
/** What prepares a project before its tests is resolved by an environment of its own. */
const environments = { __vitest__: { resolve } };

const project = (name: string, options: Record<string, unknown> = {}) => ({
  resolve,
  ssr,
  environments,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], exclude, ...options },
});

/** Before browser tests: the browser and the site are there. */
const browserTests = ['tests/support/browser.ts', 'tests/support/built/built-site.ts'];

const integration = { testTimeout: 60_000, hookTimeout: 120_000 };

/**
 * Files one after another in a process: what is in node_modules (React, the test DOM, CDK) is loaded once, and not once
 * a file (ADR 0024).
 */
const sharedProcess = { isolate: false, setupFiles: 'tests/support/fresh-modules.ts' };

/** The main path of a school's day, tried on a built bundle by `npm test`. */
const markOfBundle = ['marks/mark-sheet/save-subject-record'];

/** The main paths of the integration tests, which are run once more on what is used elsewhere. */
const mainPaths = [
  'attendance/reports',
  'accounts/auth/change-password',
  'marks/mark-book/marks',
  'marks/mark-book/page-file',
  'marks/mark-book/spreadsheet',
  ...markOfBundle,
  'students/files/registration-form',
  'students/register/everything-about-student',
  'students/spreadsheets/student-data',
  'students/spreadsheets/upload',
  'students/student-picture',
  'term-reports/class-lists',
  'term-reports/class-sheets',
  'term-reports/editing',
  'term-reports/report-cards/whole-school',
  'school/registration',
];
if (importConditions.length === 0) mainPaths.push('options/scan-stations/student-cards');
for (const file of mainPaths)
  if (!existsSync(`tests/integration/${file}.test.ts`)) throw new Error(`There is no test ${file}`);

/**
 * The layers of tests; a file belongs to the layer whose folder it is in. `bundles` and `nightly-fallback` repeat some
 * of the second. What takes many minutes is in `nightly*`, run by `npm run nightly` alone.
 */
export default defineConfig({
  resolve,
  ssr,
  environments,
  test: {
    // Three files for two cores: a browser test waits for a third of its time, and so all of them end in three quarters
    // of it.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      project('unit', { testTimeout: 30_000, ...sharedProcess }),
      project('integration', { ...integration, ...sharedProcess }),
      project('rights', integration),
      {
        // The functions as they are deployed, outside of the checkout: bundling rewrites a library (ADR 0011) and takes
        // along what is opened at run time, and only a built bundle that reads, writes and prints shows whether that
        // went well. Not for tests that watch the SDK or change the school in the source's memory: a bundle has its own
        // of both.
        resolve,
        ssr,
        test: {
          name: 'bundles',
          include: (isQuick && importConditions.length === 0 ? markOfBundle : mainPaths).map(
            (file) => `tests/integration/${file}.test.ts`,
          ),
          globalSetup: 'tests/support/built/built-functions.ts',
          ...integration,
        },
      },
      {
        ...project('web', {
          environment: 'happy-dom',
          testTimeout: 60_000,
          ...sharedProcess,
        }),
        plugins: [guidePagesPlugin()],
      },
      project('infra', {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        ...sharedProcess,
        // GitHub's parser imports its schema as bundlers do: Node would ask for `type: json`.
        server: { deps: { inline: [/@actions\//] } },
      }),
      project('e2e', {
        // Of the oracle eight runs, the same each time, each screen in two sizes of class, and longer than those of
        // the nights: what comes before and after the typing takes time.
        include: ['tests/e2e/**/*.test.ts', 'tests/nightly/oracle.slow.test.ts'],
        env: {
          ORACLE_RUNS: process.env.ORACLE_RUNS ?? '8',
          ORACLE_STROKES: process.env.ORACLE_STROKES ?? '75',
          ORACLE_SEED: process.env.ORACLE_SEED ?? 'eight',
        },
        globalSetup: browserTests,
        testTimeout: 120_000,
        hookTimeout: 240_000,
        expect: { poll: { timeout: 15_000 } },
      }),
      {
        // What by day is done in part (`EXTENT`): the browser tests in two of four looks, runs killed at every third
        // write, two hundred forged cards, sixty classes with faults.
        resolve,
        ssr,
        test: {
          name: 'nightly-whole',
          include: [
            'tests/e2e/**/*.test.ts',
            'tests/integration/**/*.test.ts',
            'tests/infra/stacks/functions.slow.test.ts',
            'tests/infra/whole-school/killed.slow.test.ts',
            'tests/unit/options/signed-cards/**/*.test.ts',
            'tests/unit/options/truth-check/improbable/*.test.ts',
          ],
          env: { EXTENT: 'whole' },
          globalSetup: browserTests,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        // The database where dynoxide has no build, such as on macOS and ARM.
        resolve,
        ssr,
        test: {
          name: 'nightly-fallback',
          include: ['demo-school/kept-data.slow', ...mainPaths].map((file) => `tests/integration/${file}.test.ts`),
          env: { DYNAMODB_EMULATOR: 'dynalite' },
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      project('nightly', {
        env: { EXTENT: 'whole' },
        globalSetup: browserTests,
        testTimeout: 3_600_000,
        hookTimeout: 120_000,
        // Browsers without a graphics card, on a machine that does other things at night.
        expect: { poll: { timeout: 15_000 } },
      }),
    ],
  },
});
