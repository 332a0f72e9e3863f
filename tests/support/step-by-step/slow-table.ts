import { entityConfiguration } from '#functions/platform/table/table.ts';

type Next = (args: object) => Promise<unknown>;
const name = 'slow-table';

/** Makes every transaction of the functions take that much longer, in milliseconds, while `work` runs: a busy day. */
export async function withSlowTable(delay: number, work: () => Promise<void>): Promise<void> {
  const stack = entityConfiguration.client.middlewareStack;
  const wait =
    (next: Next, context: { commandName?: string }): Next =>
    async (args) => {
      if (context.commandName?.startsWith('TransactWrite')) await new Promise((resolve) => setTimeout(resolve, delay));
      return next(args);
    };
  stack.add(wait as never, { step: 'initialize', name, priority: 'high' });
  try {
    await work();
  } finally {
    stack.remove(name);
  }
}
