import { loadFileStorage } from '#functions/platform/files/file-storage.ts';
import { documentClient } from '#functions/platform/table/table.ts';

export interface TableCall {
  /** As in `TransactWriteItemsCommand`. */
  command: string;
  input: Record<string, unknown>;
  /** Sends it, and gives what the SDK makes of the answer. */
  send: () => Promise<{ output: Record<string, unknown> }>;
}

let hooks = 0;

type Hook = (call: TableCall) => Promise<unknown>;

/**
 * Runs `work`; every request that the functions make of the table meanwhile goes through `hook`, which sends it, or
 * does not.
 */
export const hookTable = <T>(hook: Hook, work: () => Promise<T>): Promise<T> =>
  hookStack(documentClient.middlewareStack, hook, work);

/** The same of the buckets. */
export const hookBuckets = async <T>(hook: Hook, work: () => Promise<T>): Promise<T> =>
  hookStack((await loadFileStorage()).client.middlewareStack, hook, work);

interface ClientStack {
  add: (middleware: never, options: { step: 'initialize'; name: string; priority: 'high' }) => void;
  remove: (name: string) => boolean;
}

async function hookStack<T>(stack: ClientStack, hook: Hook, work: () => Promise<T>): Promise<T> {
  hooks += 1;
  const name = `hook-${hooks}`;
  const middleware =
    (next: (args: { input: Record<string, unknown> }) => ReturnType<TableCall['send']>, { commandName = '' }) =>
    (args: { input: Record<string, unknown> }) =>
      hook({ command: commandName, input: args.input, send: () => next(args) });
  stack.add(middleware as never, { step: 'initialize', name, priority: 'high' });
  try {
    return await work();
  } finally {
    stack.remove(name);
  }
}

/** Makes every transaction take that much longer, in milliseconds: a busy day. */
export const withSlowTable = (delay: number, work: () => Promise<void>): Promise<void> =>
  hookTable(async ({ command, send }) => {
    if (command.startsWith('TransactWrite')) await new Promise((resolve) => setTimeout(resolve, delay));
    return send();
  }, work);
