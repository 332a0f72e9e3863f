import { entityConfiguration } from '#functions/platform/table/table.ts';
import { beside } from '../policies/guarded-functions.ts';

type Next = (args: object) => Promise<unknown>;
const name = 'meanwhile';

/** Carries out `work`, and all of `other` between what it read and its first write. */
export async function meanwhile<A, B>(work: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const stack = entityConfiguration.client.middlewareStack;
  let between: Promise<B> | undefined;
  const hold =
    (next: Next, context: { commandName?: string }): Next =>
    async (args) => {
      if (between === undefined && context.commandName?.startsWith('TransactWrite')) {
        between = beside(other);
        await between;
      }
      return next(args);
    };
  stack.add(hold as never, { step: 'initialize', name, priority: 'high' });
  try {
    const done = await work();
    if (!between) throw new Error('Nothing was written');
    return [done, await between];
  } finally {
    stack.remove(name);
  }
}
