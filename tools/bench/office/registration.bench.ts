import type { BenchRow } from '../kit/bench.ts';

export const title = 'Registering 1,000 students';

const students = 1000;

export async function run(): Promise<BenchRow[]> {
  const { floorOfRegistration, startSteppedRegistration } = await import(
    '../../../tests/support/step-by-step/stepped-registration.ts'
  );
  const { trafficOf } = await import('../../../tests/support/school/table-traffic.ts');
  const school = await startSteppedRegistration(students);
  try {
    await school.nextTerm();
    const traffic = await trafficOf(() => school.run());
    const floor = floorOfRegistration(students).requests;
    const ratio = traffic.length / floor;
    const rows: BenchRow[] = [
      {
        measure: `DynamoDB requests to the floor of the batches (${traffic.length} to ${floor})`,
        value: ratio.toFixed(2),
        limit: '≤ 1.1',
        ok: ratio <= 1.1,
      },
    ];
    for (const isWritten of [false, true]) {
      const survived = await school.killAtEach(isWritten, null);
      const everybody = school.studentIds().join();
      const whole = survived.filter(
        (one) =>
          one.begun === one.write &&
          one.state === 'finished' &&
          one.reports.join() === everybody &&
          one.registered.join() === everybody &&
          one.withSubjects === students,
      );
      const progress = Math.max(...survived.map(({ processed, total }) => processed / total));
      const when = isWritten ? 'after each of its writes, the answer lost' : 'before each of its writes';
      rows.push(
        {
          measure: `Killed ${when}, and begun again: how often with exactly one record each`,
          value: `${whole.length} of ${survived.length}`,
          limit: 'all',
          ok: survived.length > 2 * (students / 100) && whole.length === survived.length,
        },
        {
          measure: `Killed ${when}: highest progress`,
          value: `${Math.round(progress * 100)} %`,
          limit: '≤ 100 %',
          ok: progress <= 1,
        },
      );
    }
    return rows;
  } finally {
    await school.stop();
  }
}
