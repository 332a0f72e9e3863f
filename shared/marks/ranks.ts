/**
 * Ranks by average, highest first: equal averages share a rank and the ranks they take up are skipped, as 1 2 2 4. Averages
 * as `average` writes them, so that two students whose paper shows the same figure never have different places; null,
 * for no average, has no rank. One entry an average, in the same order.
 */
export function ranks(averages: readonly (string | null)[]): (number | null)[] {
  const known = averages.filter((average) => average !== null).map(Number);
  const rankOf = new Map<number, number>();
  for (const [index, average] of known.sort((a, b) => b - a).entries()) {
    if (!rankOf.has(average)) rankOf.set(average, index + 1);
  }
  return averages.map((average) => (average === null ? null : (rankOf.get(Number(average)) ?? null)));
}
