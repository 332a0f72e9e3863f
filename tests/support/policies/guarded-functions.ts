import { AsyncLocalStorage } from 'node:async_hooks';
import { documentClient } from '#functions/platform/table/table.ts';
import { allEntries } from '../../../infra/build/entries.ts';
import { tableRights } from '../../../infra/rights/table-rights.ts';
import type { LoadFunction } from '../../../local/load-functions.ts';
import { judgeRequest } from './judge-request.ts';
import { type RequestPart, splitRequest } from './request-parts.ts';
import { findTrailChanges } from './trail-requests.ts';

type Next = (args: { input: Record<string, unknown> }) => Promise<unknown>;

/** Which function is at work. */
const working = new AsyncLocalStorage<string>();

const rights = new Map<string, ReturnType<typeof tableRights>>();
function rightsOf(name: string) {
  const known = rights.get(name);
  if (known) return known;
  const entry = allEntries().find((one) => one.name === name);
  const found = entry ? tableRights(entry.calls, entry.jobs) : [];
  rights.set(name, found);
  return found;
}

/** A request of a function, by the function's name. */
export interface FunctionRequest {
  name: string;
  parts: RequestPart[];
}

const listeners = new Set<FunctionRequest[]>();

/** Everything that functions ask of their tables while `work` runs. */
export async function recordFunctionRequests(work: () => Promise<unknown>): Promise<FunctionRequest[]> {
  const seen: FunctionRequest[] = [];
  listeners.add(seen);
  try {
    await work();
  } finally {
    listeners.delete(seen);
  }
  return seen;
}

const outside = new Set<RequestPart[][]>();

/** Everything that is asked of the tables outside of functions while `work` runs: a command's own requests. */
export async function recordRequestsOutside(work: () => Promise<unknown>): Promise<RequestPart[][]> {
  const seen: RequestPart[][] = [];
  outside.add(seen);
  try {
    await work();
  } finally {
    outside.delete(seen);
  }
  return seen;
}

/** The function at work: a domain, or its worker as `students-jobs`. Undefined for what a test asks itself. */
export const functionAtWork = (): string | undefined => working.getStore();

/** What a test does in the middle of a function's work, as somebody else. */
export const runOutsideOfFunction = <T>(work: () => T): T => working.exit(work);

/**
 * Refuses, as AWS does, what the policy of the function at work does not allow. What tests ask themselves is not looked
 * at.
 */
function refuse(next: Next, context: { commandName?: string }): Next {
  return (args) => {
    const name = working.getStore();
    if (name === undefined && outside.size === 0) return next(args);
    const parts = splitRequest(context.commandName ?? '?', args.input);
    if (name === undefined) {
      for (const seen of outside) seen.push(parts);
      return next(args);
    }
    for (const seen of listeners) seen.push({ name, parts });
    const changes = findTrailChanges(context.commandName ?? '?', args.input);
    if (changes.length > 0 && !erases(name, changes)) return tellOfOverwriting(`${name}: ${changes.join(', ')}`);
    const [refused] = judgeRequest(rightsOf(name), parts).refused;
    if (refused === undefined) return next(args);
    const { action, on, keys, attributes } = refused;
    const what = `dynamodb:${action} on ${on} ${keys.join(', ')} (${attributes.join(', ')})`;
    return Promise.reject(
      Object.assign(new Error(`${name} is not authorized to perform ${what}`), { name: 'AccessDeniedException' }),
    );
  };
}

/** The one worker that may delete there, as its policy says which rows. */
const erases = (name: string, changes: readonly string[]) =>
  name === 'student-register-jobs' && changes.every((change) => change === 'DeleteItem');

/** Fails the run of the tests, whatever the function makes of the error. */
function tellOfOverwriting(what: string): Promise<never> {
  const error = new Error(`What is written once was to be changed by ${what}`);
  void Promise.reject(error);
  return Promise.reject(error);
}

let isGuarded = false;

/** The functions, each with the rights on the tables that it is deployed with, and no more. */
export function withDeployedRights(load: LoadFunction): LoadFunction {
  if (!isGuarded) {
    isGuarded = true;
    const stack = documentClient.middlewareStack;
    stack.add(refuse as never, { step: 'initialize', name: 'refuse-as-policies-do', priority: 'high' });
  }
  return async (domain, kind) => {
    const { handler } = await load(domain, kind);
    const name = kind === 'api' ? domain : `${domain}-${kind}`;
    const run = (...args: unknown[]) => working.run(name, () => (handler as (...all: unknown[]) => unknown)(...args));
    return { handler: run as never };
  };
}
