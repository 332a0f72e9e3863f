import type { BenchRow } from '../kit/bench.ts';

export const title = 'Saves at once over a bad network and a bad table';

const seeds = 20;
const saves = 500;

export async function run(): Promise<BenchRow[]> {
  const { startSmallSchool } = await import('../../../tests/support/school/small-school.ts');
  const { saveStorm } = await import('../../../tests/support/step-by-step/save-storm.ts');
  const server = await startSmallSchool();
  // A table that throttles makes errors by design, each with its line in the log.
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    const total = { acknowledged: 0, lost: 0, twice: 0, throttled: 0, unanswered: 0 };
    for (let seed = 1; seed <= seeds; seed += 1) {
      const storm = await saveStorm({ seed, saves, url: server.url, server: 'product' });
      total.acknowledged += storm.acknowledged;
      total.throttled += storm.throttled;
      total.unanswered += storm.unanswered;
      total.lost += storm.lost.length;
      total.twice += storm.twice.length;
    }
    const control = await saveStorm({ seed: 1, saves, url: server.url, server: 'last write wins' });
    return [
      shown(`Saves made by ${seeds} seeds`, seeds * saves),
      shown('Of them acknowledged; the others met a newer value', total.acknowledged),
      shown('Requests that the table throttled; writes that it did not answer', total.throttled, total.unanswered),
      none('Acknowledged saves lost', total.lost),
      none('Saves applied twice', total.twice),
      some('Lost where the last write wins: the check must notice', control.lost.length),
      some('Applied twice where the last write wins', control.twice.length),
    ];
  } finally {
    process.stdout.write = write;
    await server.stop();
  }
}

const shown = (measure: string, ...values: number[]): BenchRow => ({
  measure,
  value: values.join('; '),
  limit: 'shown only',
  ok: true,
});
const none = (measure: string, count: number): BenchRow => ({
  measure,
  value: `${count}`,
  limit: '0',
  ok: count === 0,
});
const some = (measure: string, count: number): BenchRow => ({
  measure,
  value: `${count}`,
  limit: '> 0',
  ok: count > 0,
});
