/**
 * Maps a list, at most `atOnce` items at the same time, and returns the results in the list's order. After the first
 * failure, which it throws, no further item is begun.
 */
export async function inParallel<T, R>(
  list: readonly T[],
  { atOnce, does }: { atOnce: number; does: (one: T) => Promise<R> },
): Promise<R[]> {
  const results: R[] = [];
  const waiting = each(list);
  const work = async () => {
    for (const [index, one] of waiting) results[index] = await does(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** An iterator that all workers share; unlike that of an array it ends for all of them when one loop fails. */
function* each<T>(list: readonly T[]) {
  yield* list.entries();
}
