import type { BenchRow } from '../kit/bench.ts';
import { requestsRow, type Traffic } from '../kit/run-requests.ts';

export const title = 'A whole school’s 324 lessons taken over into a new year';

export async function run(): Promise<BenchRow[]> {
  const { trafficOf } = await import('../../../tests/support/school/table-traffic.ts');
  const { startSteppedNewYear } = await import('../../../tests/support/step-by-step/stepped-new-year.ts');
  const school = await startSteppedNewYear({ size: 'whole' });
  try {
    const before = await school.content();
    const stepsIn = (traffic: Traffic) => traffic.filter(({ operation }) => operation.startsWith('Update')).length;
    const taking = await trafficOf(() => school.run('takeOver'));
    const undoing = await trafficOf(() => school.run('undo'));
    const after = await school.content();
    const isSame = after.size === before.size && [...after].every(([key, item]) => before.get(key) === item);
    return [
      requestsRow('taking 324 lessons over', taking, stepsIn(taking)),
      requestsRow('its undo', undoing, stepsIn(undoing)),
      { measure: 'The table after the undo', value: isSame ? 'as before' : 'another', limit: 'as before', ok: isSame },
    ];
  } finally {
    await school.stop();
  }
}
