import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { recordTraffic } from '../../../tests/support/school/table-traffic.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'Completeness of 30 classes while marks are entered in all of them, beside the same at rest';

/** A term of the demo school in which nearly everything is entered, before its students move to other classes. */
const full = { year: 2025, term: 2 } as const;
const today = new Date('2026-05-15T12:00:00Z');
const times = 40;
const limit = 1.5;

/** The least of the times counts: whatever else the machine does adds to a time and takes nothing from it. */
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
    const measure = async () => {
      const taken: number[] = [];
      for (let time = 0; time < times; time += 1) taken.push(await board());
      const traffic = await recordTraffic(board);
      return {
        milliseconds: Math.min(...taken),
        units: traffic.reduce((sum, { units }) => sum + units, 0),
        requests: traffic.length,
      };
    };
    await board();
    const before = await measure();
    const beside = (what: string, after: typeof before, most?: number): BenchRow[] =>
      (['milliseconds', 'units', 'requests'] as const).map((of) => {
        const ratio = after[of] / before[of];
        return {
          measure: `${what}: ${of}, ${before[of].toFixed(0)} before`,
          value: `${after[of].toFixed(0)}, ${ratio.toFixed(2)} ×`,
          limit: most === undefined ? 'shown only' : `≤ ${most} ×`,
          ok: most === undefined || ratio <= most,
        };
      });
    await saveInAll(0);
    const rows = beside('A mark saved in every class', await measure(), limit);
    for (const time of [1, 2, 3]) await saveInAll(time);
    return [...rows, ...beside('Marks saved in four subjects of every class', await measure())];
  } finally {
    await school.stop();
  }
}
