/**
 * Runs tests again and again in one process, as its parent asks: `{ changed, tests }` answers whether they are `green`. The
 * parent ends this process when the tests do not come to an end.
 */
import { createVitest, type TestSpecification } from 'vitest/node';

export interface Order {
  /** Absolute paths of the files that have changed since the last order. */
  changed: readonly string[];
  /** Paths of test files, or of folders of them. */
  tests: readonly string[];
}
export type Report = { green: boolean } | { error: string };

const vitest = await createVitest({
  // Other projects repeat tests of these, after building what is deployed.
  project: ['unit', 'integration', 'rights', 'web'],
  maxWorkers: 1,
  // How long is too long is the runner's to say: on a busy machine a test is slow without a mutant too.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  watch: false,
  bail: 1,
  reporters: [{}],
  run: true,
  silent: true,
});

process.on('message', (order: Order) => {
  void obey(order)
    .catch((error: unknown): Report => ({ error: String(error) }))
    .then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function obey({ changed, tests }: Order): Promise<Report> {
  for (const file of changed) vitest.invalidateFile(file);
  const specifications = await vitest.globTestSpecifications([...tests]);
  if (specifications.length === 0) throw new Error(`There is no test in ${tests.join(', ')}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // Among the modules are those of orders before, with what came of them then.
  const isGreen = ({ moduleId }: TestSpecification): boolean =>
    testModules.some((module) => module.moduleId === moduleId && module.ok());
  return { green: unhandledErrors.length === 0 && specifications.every(isGreen) };
}
