import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { recordTraffic } from '../../../tests/support/school/table-traffic.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Completeness of 30 classes after a mark was saved in each, beside the same at rest';

/** A term of the demo school in which nearly everything is entered, before its students move to other classes. */
const full = { year: 2025, term: 2 } as const;
const today = new Date('2026-05-15T12:00:00Z');
const times = 15;
const limit = 1.5;

/** In turns: what else the machine does, both have. */
export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true, today });
  try {
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const { readClassEntries } = await import('#functions/marks/records/class-entries.ts');
    const { school: schoolFile } = await import('#functions/school/records/school.ts');
    const office = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const board = async () => {
      const begun = performance.now();
      const input = { year: String(full.year), term: '2' } as const;
      const { status } = await office.call(termReportsContract.readCompleteness, input);
      if (status !== 200) throw new Error(`The board answered ${status}`);
      return performance.now() - begun;
    };
    const classIds = schoolFile().formClasses.map(({ id }) => id);
    const classes = await readClassEntries({ ...full, classIds });
    /** Saves a mark, or without exams a comment, in a subject of each class, another one each time. */
    const saveInAll = async (time: number) => {
      for (const { records } of classes) {
        const subjects = [...Map.groupBy(records, ({ subjectId }) => subjectId).values()];
        const [record] = subjects[time % subjects.length] ?? [];
        if (!record) throw new Error('A class without a record');
        const { studentId: student_id, subjectId: subject_id, classId: class_id, exam } = record;
        const { status } = await office.call(markSheetContract.saveSubjectRecord, {
          ...full,
          student_id,
          subject_id,
          class_id,
          // Not every term has exams.
          ...(typeof exam === 'number' ? { exam_mark: exam === 0 ? 1 : exam - 1 } : { comment: `Entered ${time}.` }),
        });
        if (status !== 200) throw new Error(`A mark was answered ${status}`);
      }
    };
    const leastOfThree = async () => Math.min(await board(), await board(), await board());
    const ratios: number[] = [];
    for (let time = 0; time < times; time += 1) {
      passMinutes(3);
      // Keeps what has settled.
      await board();
      const atRest = await leastOfThree();
      await saveInAll(time);
      ratios.push((await leastOfThree()) / atRest);
    }
    const after = await trafficOf(board);
    passMinutes(3);
    await board();
    const before = await trafficOf(board);
    return [
      rowOf('The answer, median', median(ratios)),
      rowOf(`${after.units.toFixed(0)} read units, ${before.units.toFixed(0)} at rest`, after.units / before.units),
      rowOf(`${after.requests} requests, ${before.requests} at rest`, after.requests / before.requests),
    ];
  } finally {
    await school.stop();
  }
}

const rowOf = (measure: string, ratio: number): BenchRow => ({
  measure,
  value: `${ratio.toFixed(2)} ×`,
  limit: `≤ ${limit} ×`,
  ok: ratio <= limit,
});

async function trafficOf(work: () => Promise<unknown>) {
  const traffic = await recordTraffic(work);
  return { requests: traffic.length, units: traffic.reduce((sum, { units }) => sum + units, 0) };
}

/** What is kept of a class goes by `Date.now`; nothing else of a board does. */
function passMinutes(minutes: number): void {
  const { now } = Date;
  Date.now = () => now() + minutes * 60_000;
}
