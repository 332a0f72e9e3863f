/** One line of the bench table. */
export interface BenchRow {
  measure: string;
  /** With its unit, as it is printed. */
  value: string;
  /** The limit, or "shown only". */
  limit: string;
  ok: boolean;
}

/** The export of a `*.bench.ts` file. */
export interface Bench {
  title: string;
  run(): Promise<BenchRow[]>;
}

/** The middle value; of an even number of values the upper of the two middle ones. NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The middle of an odd number of runs, one after the other; `measure` gives what one run took. */
export async function measureMedian(runs: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let i = 0; i < runs; i++) values.push(await measure());
  return median(values);
}
