import { beforeAll, describe, expect, it } from 'vitest';
import type { JobName } from '#shared/jobs.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { writeAction } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, classes as smallClasses, term, year } from '../../support/school/small-school.ts';

const { startPromotion, readPromotionStatus, startTermRegistration, listRegistrationRuns, undoPromotion } =
  termsContract;
const { printReportCards, listReportCardFiles } = termReportsContract;
/** Several batches of each run. */
const count = 250;
const places = ['1A', '1B', '4A', '4B'].map((classId) => ({ classId, formLevel: Number(classId[0]) }));
const everything = ['dashboard', 'promotion', 'termReports'] as const;

type Act = typeof startTermRegistration | typeof startPromotion | typeof undoPromotion | typeof printReportCards;
interface Said {
  status: number;
  message: string | undefined;
  body: { rows_processed: number; total_rows: number; state: string };
}

describe('two admins who press at the same moment', () => {
  const server = schoolForTests();
  let admins: TestClient[];
  let studentIds: string[];

  beforeAll(async () => {
    await addAccount({
      ...{ accountId: 'A9', role: 'Admin', userName: 'second', name: 'Sam Second' },
      permissions: everything.map((menu) => ({ menu, action: null })),
    });
    admins = await Promise.all([clientOfAccount(server.url, 'A1'), clientOfAccount(server.url, 'A9')]);
    studentIds = await addManyStudents({ count, classes: places, subjectIds: ['MATH'] });
  });

  /** Both press, and each page repeats its call under its own key until the run is over. What each saw, in turn. */
  const bothPress = (act: Act, input: object): Promise<Said[][]> =>
    Promise.all(
      admins.map(async (admin) => {
        const key = { 'Idempotency-Key': crypto.randomUUID() };
        const said: Said[] = [];
        for (let tries = 0; tries < 1000; tries += 1) {
          const { status, body, error } = await admin.call(act as never, input as never, key);
          said.push({ status, body, message: error?.message[0] });
          if (status !== 200 || said.at(-1)?.body.state !== 'running') return said;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        throw new Error('the run does not end');
      }),
    );
  const total = count + Object.values(smallClasses).flat().length;

  /** Each saw progress up to the same end, and its result. */
  function expectOneRun(told: Said[][], rows: number): void {
    for (const said of told) {
      expect(said.map(({ message }) => message).filter(Boolean)).toEqual([]);
      const progress = said.map(({ body }) => body.rows_processed);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(new Set(said.map(({ body }) => body.total_rows))).toEqual(new Set([rows]));
      expect(said.at(-1)?.body).toMatchObject({ rows_processed: rows, state: 'finished' });
    }
  }
  const runsOf = async (name: JobName) => (await import('#functions/platform/jobs/store.ts')).readJobsOfKind(name);

  it('begin one registration, and each student has one report', async () => {
    expectOneRun(await bothPress(startTermRegistration, { class_id: null }), count);
    expect((await admins[0]?.call(listRegistrationRuns, {}))?.body).toHaveLength(1);
    const { readClassReports } = await import('#functions/marks/records/term-report.ts');
    const found = await Promise.all(places.map(({ classId }) => readClassReports({ year, term, classId })));
    const reports = found.flatMap((one) => one.reports.map(({ studentId }) => studentId));
    expect(reports.filter((id) => id.startsWith('M')).sort()).toEqual(studentIds);
    expect(reports).toHaveLength(total);
    const { auditTrail } = await import('#functions/platform/table/audit.ts');
    const rows = await auditTrail(`registration#${year}#${term}`);
    expect(rows.flatMap(({ changes }) => changes.flatMap(({ after }) => after as string[])).sort()).toEqual(studentIds);
  });

  it('one for the school and one for a class of it, register each student once', async () => {
    studentIds = await addManyStudents({ count: count + 200, classes: places, subjectIds: ['MATH'] });
    const [all, one] = await Promise.all([
      bothPress(startTermRegistration, { class_id: '1A' }),
      // The finished run of the school is in the way of a new one until it is forgotten.
      admins[0]?.call(termsContract.clearFlags, {}).then(() => bothPress(startTermRegistration, { class_id: null })),
    ]);
    for (const said of [...all, ...(one ?? [])]) expect(said.at(-1)?.body.state).toBe('finished');
    const { auditTrail } = await import('#functions/platform/table/audit.ts');
    const rows = await auditTrail(`registration#${year}#${term}`);
    expect(rows.flatMap(({ changes }) => changes.flatMap(({ after }) => after as string[])).sort()).toEqual(studentIds);
  });

  it('print the report cards once, and both see the end', async () => {
    const told = await bothPress(printReportCards, { year, term });
    expectOneRun(told, total + 200);
    expect(await runsOf('print-report-cards')).toHaveLength(1);
    const files = await admins[1]?.call(listReportCardFiles, { year: String(year), term: String(term) });
    expect(files?.body.classes.reduce((sum, { cards }) => sum + cards, 0)).toBe(total + 200);
  });

  it('promote once, and undo once, and both see the end', async () => {
    const before = (await admins[0]?.call(readPromotionStatus, {}))?.body.classes;
    expectOneRun(await bothPress(startPromotion, { confirm: total + 200 }), total + 200);
    const [promoted] = await runsOf('promote-students');
    expect(await classesOf(promoted?.run ?? '')).toBe(total + 200);
    expectOneRun(await bothPress(undoPromotion, {}), total + 200);
    expect((await admins[0]?.call(readPromotionStatus, {}))?.body.classes).toEqual(before);
  });

  /** How many students the run moved, each of them once. */
  async function classesOf(run: string): Promise<number> {
    const { readPromotedOfYear } = await import('#functions/students/records/placement/promotion.ts');
    const { auditTrail } = await import('#functions/platform/table/audit.ts');
    const promoted = (await readPromotedOfYear(year)).filter((one) => one.run === run);
    const trail = await auditTrail(`student#${studentIds[0]}`);
    expect(trail).toHaveLength(1);
    return promoted.length;
  }

  it('follow a run that fails: both see it, and neither page begins it again', async () => {
    const { createJob, JobEntity, writePlan } = await import('#functions/platform/jobs/store.ts');
    await admins[0]?.call(termsContract.clearFlags, {});
    const key = `${year}#${term}#4B`;
    const now = new Date();
    const at = now.toISOString();
    const run = { name: 'register-students', key, run: 'stuck', attempt: 1, input: { year, term } };
    await writePlan(run, [[studentIds[3] ?? '']], now);
    await createJob({
      ...run,
      ...{ state: 'running', total: 1, processed: 0, batches: 1, next: 0 },
      ...{ startedAt: at, startedBy: 'A1', startedByName: 'Ada Office', notedAt: at },
    });
    const ask = async (admin: TestClient | undefined, key: string) =>
      (await admin?.call(startTermRegistration, { class_id: '4B' }, { 'Idempotency-Key': key }))?.body.state;
    expect([await ask(admins[0], 'page-of-ada'), await ask(admins[1], 'page-of-sam')]).toEqual(['running', 'running']);
    await writeAction(JobEntity.update({ name: run.name, key }, { set: { state: 'failed' } }));
    expect([await ask(admins[0], 'page-of-ada'), await ask(admins[1], 'page-of-sam')]).toEqual(['failed', 'failed']);
    expect(await ask(admins[1], 'pressed-again')).toBe('running');
  });
});
