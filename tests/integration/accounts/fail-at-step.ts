import { identityClient } from '#functions/platform/identity/user-pool.ts';
import { documentClient } from '#functions/platform/table/table.ts';

import { ProcessKilled } from '../../support/step-by-step/kill-at-write.ts';

/** The other side did not answer. */
class NoAnswer extends Error {
  override name = 'TimeoutError';
}

export interface Failure {
  /** Number, from 1, of the write to the table or the request to the identity store, both counted together. */
  step: number;
  /** The step was taken, and only its answer was lost. */
  isTaken: boolean;
  /** The process ends there: nothing it asks afterwards reaches anybody. Otherwise it goes on with the failure. */
  isDead: boolean;
}

type Stack = (typeof documentClient)['middlewareStack'];
type Next = (args: { input: object }) => Promise<unknown>;
const name = 'fail-at-step';
const counted = /^(Admin|BatchWrite|Delete|Put|TransactWrite|Update)/;

/** Runs `work` with a failure at one of its steps in two systems. Gives how many steps it began. */
export async function failAtStep({ step, isTaken, isDead }: Failure, work: () => Promise<unknown>): Promise<number> {
  let steps = 0;
  let hasDied = false;
  const middleware =
    (next: Next, { commandName = '' }: { commandName?: string }): Next =>
    async (args) => {
      if (hasDied) throw new ProcessKilled();
      if (!counted.test(commandName)) return next(args);
      steps += 1;
      if (steps !== step) return next(args);
      hasDied = isDead;
      if (isTaken) await next(args);
      // The dead do not try again.
      throw isDead ? new ProcessKilled() : new NoAnswer();
    };
  const stacks = [documentClient, identityClient].map(({ middlewareStack }) => middlewareStack as Stack);
  for (const stack of stacks) stack.add(middleware as never, { step: 'initialize', name, priority: 'high' });
  try {
    await work();
  } finally {
    for (const stack of stacks) stack.remove(name);
  }
  return steps;
}
