/**
 * Does a thing with each of a list, at most `atOnce` at the same time, and gives what came of each, in the list's order. After
 * a failure, which it throws, no more are begun.
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

/** An iterator that all workers share; unlike an array's own it ends for all when one loop fails. */
function* each<T>(list: readonly T[]) {
  yield* list.entries();
}
