import { hashKey, type QueryClient, type QueryKey, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { CallRow, Output, RawInput } from '#shared/http/contract.ts';
import { callIfChanged, type TaggedAnswer } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import { queryKeyOf } from '../api/query.ts';
import { loadListStorage } from './end-kept-lists.ts';

interface ListQuery<T> {
  queryKey: QueryKey;
  /** Reads the list, or what has changed since the held one; null where the server answers that nothing has. Without a tag it is not kept. */
  read: (options: { held: TaggedAnswer<T> | undefined; signal: AbortSignal }) => Promise<TaggedAnswer<T> | null>;
}

/** With the code of the screen. Without it, the server is asked for all of each list. */
const loading = loadListStorage().catch(() => undefined);

/** Tags of the lists that are in memory. */
const tags = new WeakMap<object, string>();

/** When the lists that show were read, of those that come from the device, in milliseconds since 1970, by the hash of their key. */
const ages = new Map<string, number>();

/**
 * A list that the device keeps, encrypted, until the session ends (rule 67). It is shown at once where nothing newer is in memory, and the server is
 * asked whether it has changed. Without a connection the kept list stays. Whatever shows it has a `KeptNote` (rule 68).
 */
export function keptQuery<T extends object>({ queryKey, read }: ListQuery<T>) {
  const name = hashKey(queryKey);
  return queryOptions<T>({
    queryKey,
    // Also without a connection: the device may have it.
    networkMode: 'offlineFirst',
    structuralSharing: (before, after) => shareRows(before as T | undefined, after as T),
    queryFn: async ({ client, signal }) => {
      const storage = await loading;
      const known = await storage?.readKeptList(name);
      if (known?.list && client.getQueryData(queryKey) === undefined) {
        const { data, tag, readAt } = known.list;
        tags.set(data as T, tag);
        ages.set(name, readAt);
        client.setQueryData<T>(queryKey, data as T, { updatedAt: readAt });
      }
      const shown = client.getQueryData<T>(queryKey);
      try {
        const tag = shown && tags.get(shown);
        const answer = await read({ held: tag === undefined ? undefined : { data: shown as T, tag }, signal });
        ages.delete(name);
        if (!answer) return shown as T;
        if (answer.tag === undefined) return answer.data;
        tags.set(answer.data, answer.tag);
        const list = { data: answer.data, tag: answer.tag, readAt: Date.now() };
        if (known) void storage?.keepList(name, list, known);
        return answer.data;
      } catch (error) {
        if (error instanceof ApiError && isRefusal(error)) dropList(client, queryKey);
        throw error;
      }
    },
  });
}

/** A call whose answers have a version, as a kept list. */
export const keptQueryOf = <C extends CallRow & { method: 'GET' }>(row: C, input: RawInput<C>) =>
  keptQuery<Output<C> & object>({
    queryKey: queryKeyOf(row, input),
    read: ({ held, signal }) =>
      callIfChanged<C>(row, input, { tag: held?.tag, signal }) as Promise<TaggedAnswer<Output<C> & object> | null>,
  });

/** When the list was read that shows from the device, in milliseconds since 1970; undefined once the server has answered. */
export const keptListReadAt = (queryKey: QueryKey): number | undefined => ages.get(hashKey(queryKey));

const isRefusal = ({ status }: ApiError): boolean => status === 403 || status === 404;

/** A list that the user may no longer read is not shown any longer. */
function dropList(client: QueryClient, queryKey: QueryKey): void {
  ages.delete(hashKey(queryKey));
  void loading.then((storage) => storage?.deleteKeptListsOfSession());
  client.getQueryCache().find({ queryKey, exact: true })?.setState({ data: undefined, dataUpdatedAt: 0 });
}

/** Rows that have not changed stay the same objects, and are not rendered again. */
function shareRows<T extends object>(before: T | undefined, after: T): T {
  if (before === undefined) return after;
  const shared = replaceEqualDeep(before, after);
  const tag = tags.get(after);
  if (tag !== undefined) tags.set(shared, tag);
  return shared;
}
