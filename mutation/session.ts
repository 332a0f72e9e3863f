/**
 * Runs tests again and again in one process, as its parent asks: `{ changed, tests }` answers whether they are `green`. The
 * parent ends this process when the tests do not come to an end.
 */
import { createVitest } from 'vitest/node';

export interface Order {
  /** Absolute path of the file that has changed since the last order. */
  changed: string | undefined;
  tests: readonly string[];
}
export type Report = { green: boolean };

const vitest = await createVitest({
  watch: false,
  bail: 1,
  reporters: [{}],
  run: true,
  silent: true,
});

process.on('message', (order: Order) => {
  void obey(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function obey({ changed, tests }: Order): Promise<Report> {
  if (changed !== undefined) vitest.invalidateFile(changed);
  const specifications = await vitest.globTestSpecifications([...tests]);
  if (specifications.length === 0) throw new Error(`There is no test in ${tests.join(', ')}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return { green: unhandledErrors.length === 0 && testModules.every((module) => module.ok()) };
}
