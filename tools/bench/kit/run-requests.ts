import type { BenchRow } from './bench.ts';

/** Where a run is, and its note: each step asks for both. */
const ofStep = 2;
/** A transaction, and what it decides on: one request for records by their keys, one for the teacher's lines of both years. */
const ofTransaction = 3;

export type Traffic = readonly { operation: string }[];

/** The floor is what the run's transactions need; how many there are, and how many steps, is what was seen. */
export function requestsRow(what: string, traffic: Traffic, steps: number): BenchRow {
  const transactions = traffic.filter(({ operation }) => operation.startsWith('TransactWrite')).length;
  const floor = transactions * ofTransaction + steps * ofStep;
  const ratio = traffic.length / floor;
  return {
    measure: `DynamoDB requests of ${what}, to the floor of its ${transactions} transactions (${traffic.length} to ${floor})`,
    value: ratio.toFixed(2),
    limit: '≤ 1.1',
    ok: ratio <= 1.1,
  };
}
