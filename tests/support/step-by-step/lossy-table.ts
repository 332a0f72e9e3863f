import { documentClient } from '#functions/platform/table/table.ts';

type Send = (args: { input: Record<string, unknown> }) => Promise<{ response: { body?: { destroy?(): void } } }>;

const name = 'lossy-table';

/** A fault as the service reports it. */
const fault = (errorName: string, facts: object) => Object.assign(new Error(errorName), { name: errorName, ...facts });
const throttle = () => fault('ThrottlingException', { $metadata: { httpStatusCode: 400 } });
const lostAnswer = () => fault('TimeoutError', { $metadata: {}, code: 'ECONNRESET' });

/**
 * While `work` runs, the table throttles some requests and carries out some transactions without an answer, below the
 * retries. Returns how often each happened.
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
  stack.add(spoil as never, { step: 'deserialize', name, priority: 'low' });
  try {
    await work();
  } finally {
    stack.remove(name);
  }
  return happened;
}
