import { documentClient } from '#functions/platform/table/table.ts';

type Send = (args: { input: Record<string, unknown> }) => Promise<{ response: { body?: { destroy?(): void } } }>;

const name = 'lossy-table';

/** A fault as the service reports it; the SDK repeats the request after it, as it does on AWS. */
const fault = (errorName: string, facts: object) => Object.assign(new Error(errorName), { name: errorName, ...facts });
const throttle = () =>
  fault('ThrottlingException', {
    $metadata: { httpStatusCode: 400 },
    $retryable: { throttling: true },
    $fault: 'client',
  });
const lostAnswer = () => fault('TimeoutError', { $metadata: {}, code: 'ECONNRESET' });

/** Repeats as often as the product's client does, without its pauses of up to seconds: a test has no time for them. */
const impatient = {
  mode: 'standard',
  acquireInitialRetryToken: async () => token(0),
  refreshRetryTokenForRetry: async (before: { getRetryCount(): number }) => {
    const count = before.getRetryCount() + 1;
    if (count >= attempts) throw new Error('No attempts are left');
    return token(count);
  },
  recordSuccess: () => undefined,
};
const attempts = 5;
const token = (count: number) => ({ getRetryCount: () => count, getRetryDelay: () => 1 });

/**
 * Makes the table that the functions use a bad one while `work` runs: requests that it refuses for want of room, and writes
 * that it carries out without an answer. Both stand below the SDK's own repeating. Gives how often each happened.
 */
export async function withLossyTable(
  { random, throttled, unanswered }: { random: () => number; throttled: number; unanswered: number },
  work: () => Promise<void>,
): Promise<{ throttled: number; unanswered: number }> {
  const happened = { throttled: 0, unanswered: 0 };
  const stack = documentClient.middlewareStack;
  const spoil =
    (next: Send, context: { commandName?: string }): Send =>
    async (args) => {
      if (random() < throttled) {
        happened.throttled += 1;
        throw throttle();
      }
      const result = await next(args);
      if (context.commandName === 'TransactWriteItemsCommand' && random() < unanswered) {
        happened.unanswered += 1;
        // An answer that nobody reads would keep its connection, and there are fifty.
        result.response.body?.destroy?.();
        throw lostAnswer();
      }
      return result;
    };
  const { config } = documentClient;
  const { retryStrategy } = config;
  config.retryStrategy = async () => impatient;
  stack.add(spoil as never, { step: 'deserialize', name, priority: 'low' });
  try {
    await work();
  } finally {
    stack.remove(name);
    config.retryStrategy = retryStrategy;
  }
  return happened;
}
