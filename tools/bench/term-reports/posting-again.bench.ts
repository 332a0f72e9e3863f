import { startSteppedExecutions } from '../../../tests/support/step-by-step/stepped-executions.ts';
import type { BenchRow } from '../kit/bench.ts';
import { office, period, startSchoolOfReports } from '../kit/school-of-reports.ts';

export const title = 'Posting again: 30 of 1,000 cards have changed, one in each of 30 classes';

const of = { students: 1000, classes: 30 };

export async function run(): Promise<BenchRow[]> {
  const school = await startSchoolOfReports(of);
  const executions = await startSteppedExecutions();
  const { TermReport } = await import('#functions/marks/records/term-report.ts');
  const { trafficOf } = await import('../../../tests/support/school/table-traffic.ts');
  const { postTermReports } = await import('#functions/term-reports/posting/post-term-reports.ts');
  const { handler } = await import('#functions/term-reports/jobs/lambda.ts');
  const post = async () => {
    const request = { now: new Date(), idempotencyKey: crypto.randomUUID() };
    await postTermReports.handle({ input: { ...period, posted: 1 }, caller: office, request } as never);
    return executions.run(handler);
  };
  try {
    let begun = performance.now();
    await post();
    const whole = performance.now() - begun;
    await Promise.all(
      school.oneOfEach.map((studentId) =>
        TermReport.patch({ studentId, ...period })
          .set({ formTeacherComments: 'Kind to everybody.' })
          .go(),
      ),
    );
    begun = performance.now();
    let steps = 0;
    const traffic = await trafficOf(async () => {
      steps = await post();
    });
    const again = performance.now() - begun;
    const copies = traffic.filter(({ operation }) => operation.startsWith('TransactWrite')).length - 1;
    const floor = floorOf({ batches: steps - 1, changed: copies });
    const ratio = traffic.length / floor;
    return [
      {
        measure: `DynamoDB requests, to the floor of its ${steps - 1} batches with ${copies} changed cards (${traffic.length} to ${floor})`,
        value: ratio.toFixed(2),
        limit: '≤ 1.1',
        ok: ratio <= 1.1 && copies === of.classes,
      },
      {
        measure: 'Time, to that of posting all of them',
        value: (again / whole).toFixed(2),
        limit: '≤ 1',
        ok: again <= whole,
      },
    ];
  } finally {
    await executions.stop();
    await school.stop();
  }
}

/**
 * What it cannot do without. The plan: the students, a list a class, and a request for each hundred reports. A batch: where the run is and its
 * note, the posting that it is over, what the cards of a term have in common. A class: its lessons and posts, its reports and records, its
 * students, the digests of its copies; where a card has changed the copy that it is held against, and its new copy.
 */
const floorOf = ({ batches, changed }: { batches: number; changed: number }): number =>
  1 + of.classes + Math.ceil(of.students / 100) + batches * (2 + 1 + 3) + of.classes * (4 + 1) + changed * 2;
