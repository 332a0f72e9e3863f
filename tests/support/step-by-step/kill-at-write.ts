import { entityConfiguration } from '#functions/platform/table/table.ts';

/** The process died: what was under way never came back. */
export class Killed extends Error {
  override name = 'Killed';
}

type Next = (args: { input: object }) => Promise<unknown>;
const name = 'kill-at-write';
const writing = /^(BatchWrite|Delete|Put|TransactWrite|Update)/;

/**
 * Runs `work` and kills it at its write number `index`, from 1: the write is not sent, or is sent and its answer lost. From
 * then on the dead process reaches the table no more. Answers how many writes were begun; more than `index` never.
 */
export async function killAtWrite(
  { index, isWritten }: { index: number; isWritten: boolean },
  work: () => Promise<unknown>,
): Promise<number> {
  let writes = 0;
  let isDead = false;
  const stack = entityConfiguration.client.middlewareStack;
  const middleware =
    (next: Next, context: { commandName?: string }): Next =>
    async (args) => {
      if (isDead) throw new Killed();
      if (!writing.test(context.commandName ?? '')) return next(args);
      writes += 1;
      if (writes < index) return next(args);
      isDead = true;
      if (isWritten) await next(args);
      throw new Killed();
    };
  stack.add(middleware as never, { step: 'initialize', name, priority: 'high' });
  try {
    await work();
  } catch (error) {
    if (!isDead) throw error;
  } finally {
    stack.remove(name);
  }
  return writes;
}
