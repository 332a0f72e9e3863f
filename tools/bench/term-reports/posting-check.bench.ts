import type { BenchRow } from '../kit/bench.ts';
import { office, period, startSchoolOfReports } from '../kit/school-of-reports.ts';

export const title = 'The check before posting 5,000 reports of 13 subjects in 143 classes';

const of = { students: 5000, classes: 143 };
/** Milliseconds after which it would have to be a job. Of the processor: what else the machine does is no part of it. */
const limit = 10_000;

export async function run(): Promise<BenchRow[]> {
  const school = await startSchoolOfReports(of);
  const { postingCheck } = await import('#functions/term-reports/posting/posting-check.ts');
  const { trafficOf } = await import('../../../tests/support/school/table-traffic.ts');
  const check = () =>
    postingCheck.handle({ input: period, caller: office, request: { now: new Date() }, found: {} } as never);
  try {
    const begun = process.cpuUsage();
    let reports = 0;
    const traffic = await trafficOf(async () => {
      reports = ((await check()) as { reports: number }).reports;
    });
    const { user, system } = process.cpuUsage(begun);
    const taken = (user + system) / 1000;
    const ofClass = (traffic.length - ofTerm) / of.classes;
    return [
      {
        measure: `${reports} reports judged and measured, the first check of a process: processor time, of which it waits for little else`,
        value: `${(taken / 1000).toFixed(1)} s`,
        limit: `≤ ${limit / 1000} s`,
        ok: taken <= limit && reports === of.students,
      },
      {
        measure: `DynamoDB requests of a class (${traffic.length} in all)`,
        value: ofClass.toFixed(2),
        limit: '≤ 4',
        ok: ofClass <= 4,
      },
    ];
  } finally {
    await school.stop();
  }
}

/** The term, its subjects, and teachers' names: for all classes once. */
const ofTerm = 3;
