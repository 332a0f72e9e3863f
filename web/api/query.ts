import {
  type QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  queryOptions,
} from '@tanstack/react-query';
import type { CallRow, Output, RawInput } from '#shared/http/contract.ts';
import { call } from './call.ts';
import { ApiError } from './errors.ts';

/**
 * The one query key of a call with that input; without input, the start of all its keys (to invalidate them together).
 */
export function queryKeyOf<C extends CallRow>(row: C, input?: RawInput<C>): QueryKey {
  return input === undefined ? [row.method, row.path] : [row.method, row.path, input];
}

/** `useQuery(queryOf(termsContract.readTermOverview, {}))`: a GET call of the contracts as TanStack query options. */
export function queryOf<C extends CallRow & { method: 'GET' }>(row: C, input: RawInput<C>) {
  return queryOptions<Output<C>>({
    queryKey: queryKeyOf(row, input),
    queryFn: ({ signal }) => call(row, input, { signal }),
  });
}

/**
 * {@link queryOf} where `load` makes more of the answer. It asks by `ask`, so that the key has the input that is asked
 * with.
 */
export function queryWith<C extends CallRow & { method: 'GET' }, T>(
  row: C,
  input: RawInput<C>,
  load: (ask: () => Promise<Output<C>>) => Promise<T>,
) {
  return queryOptions<T>({
    queryKey: queryKeyOf(row, input),
    queryFn: ({ signal }) => load(() => call(row, input, { signal })),
  });
}

/** Milliseconds in which a screen takes what was fetched ahead for it. */
const ahead = 3_000;

/**
 * Fetches what a screen that is about to open asks for first. The screen shares the request, also where it keeps no
 * answer (`gcTime: 0`).
 */
export function fetchAhead<T, K extends QueryKey>(
  client: QueryClient,
  options: QueryObserverOptions<T, Error, T, T, K>,
): void {
  const stop = new QueryObserver(client, options).subscribe(() => undefined);
  setTimeout(stop, ahead);
}

/** Whether to retry: no connection, a server error or a rate limit. Other answers of 4xx are final. */
export const isRetryableQuery = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status >= 500 || error.status === 429);
