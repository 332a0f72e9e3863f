import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JobStep } from '#shared/jobs.ts';
import { termsContract } from '#shared/terms/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { killAtWrite } from '../../support/kill-at-write.ts';
import { addManyStudents } from '../../support/many-students.ts';
import { startServer } from '../../support/server.ts';
import { trafficOf } from '../../support/table-traffic.ts';

/** The executions that were asked for; these tests take each step of them by hand. */
const executions = vi.hoisted(() => ({ asked: [] as unknown[], ended: new Set<string>() }));
vi.mock('#functions/platform/jobs/execution.ts', () => ({
  startExecution: async (step: JobStep) => {
    if (executions.ended.has(`${step.run}-${step.attempt}`)) return 'ended';
    executions.asked.push(step);
    return 'started';
  },
}));

const classes = ['1A', '1B', '1C', '2A', '2B', '2C', '3A', '3B', '3C', '4A', '4B', '4C'].map((classId) => ({
  classId,
  formLevel: Number(classId[0]),
}));
const caller = { accountId: 'A1', name: 'Ada Office' };

/** Students in three batches; the request count is taken with all thousand. */
const fewer = 250;
const all = 1000;

describe('a registration', () => {
  let school: RunningSchool;
  let studentIds: string[];
  let terms = 0;

  beforeAll(async () => {
    school = await startServer({ isDemo: false, site: 'none' });
    studentIds = await addManyStudents({ count: fewer, classes, subjectIds: ['MATH'] });
  });
  afterAll(() => school.stop());

  /** A term that nobody is registered for. */
  async function nextTerm() {
    const { CurrentPeriod } = await import('#functions/terms/store.ts');
    const period = { year: 2025 + Math.floor(terms / 3), term: ((terms % 3) + 1) as 1 | 2 | 3 };
    terms += 1;
    await CurrentPeriod.put(period).go();
    return period;
  }

  let minutes = 0;
  /** POST /api/term-reports-register, a minute after the last time: a silent run is asked after. */
  async function register(classId: string | null = null) {
    const { registerStudents } = await import('#functions/terms/registration/register-students.ts');
    minutes += 1;
    const request = { now: new Date(Date.now() + minutes * 60_000), idempotencyKey: crypto.randomUUID() };
    const answer = await registerStudents.handle({ input: { class_id: classId }, caller, request } as never);
    const { rows_processed, total_rows, state } = termsContract.registerStudents.output().parse(answer);
    expect(rows_processed).toBeLessThanOrEqual(total_rows);
    return { processed: rows_processed, total: total_rows, state };
  }

  /** Begins the run and takes the steps of its execution until it is done. Answers how often the worker was called. */
  async function run(classId: string | null = null): Promise<number> {
    const { handler } = await import('#functions/terms/jobs/lambda.ts');
    executions.asked.length = 0;
    await register(classId);
    let steps = 0;
    for (let step = executions.asked.at(-1) as JobStep | undefined; step && !step.isDone; steps += 1) {
      step = await handler(step);
    }
    return steps;
  }

  async function stored(period: { year: number; term: 1 | 2 | 3 }) {
    const { registeredStudents } = await import('#functions/terms/registration/registration-store.ts');
    const { readClassReports } = await import('#functions/term-reports/store.ts');
    const found = await Promise.all(classes.map(({ classId }) => readClassReports({ ...period, classId })));
    const reports = found.flatMap((one) => one.reports);
    return {
      reports: reports.map(({ studentId }) => studentId).sort(),
      withSubjects: reports.filter(({ subjectIds }) => subjectIds?.join() === 'MATH').length,
      registered: [...(await registeredStudents(period)).keys()].sort(),
    };
  }
  const everybody = () => ({ reports: studentIds, withSubjects: studentIds.length, registered: studentIds });

  /** Kills a run of the class at each of its writes, begins it again, and looks what there is. */
  async function killAtEach(isWritten: boolean, classId: string | null, expected: object): Promise<number> {
    await nextTerm();
    const whole = await killAtWrite({ index: Number.POSITIVE_INFINITY, isWritten }, () => run(classId));
    for (let index = 1; index <= whole; index += 1) {
      const period = await nextTerm();
      expect(await killAtWrite({ index, isWritten }, () => run(classId))).toBe(index);
      const { run: dead, attempt } = (executions.asked.at(-1) ?? {}) as Partial<JobStep>;
      if (dead) executions.ended.add(`${dead}-${attempt}`);
      await run(classId);
      expect(await register(classId), `killed at write ${index}`).toMatchObject({ state: 'finished' });
      expect(await stored(period), `killed at write ${index}`).toEqual(expected);
    }
    return whole;
  }

  it('ends with exactly one record each, killed before every write in turn', async () => {
    // The plan and the job, and for each batch a transaction and a note.
    expect(await killAtEach(false, null, everybody())).toBe(2 + 2 * 3);
  });

  it('ends with exactly one record each, killed after every write in turn, its answer lost', async () => {
    const ofClass = studentIds.filter((_, index) => index % classes.length === 0);
    const expected = { reports: ofClass, withSubjects: ofClass.length, registered: ofClass };
    expect(await killAtEach(true, '1A', expected)).toBe(2 + 2);
  });

  it('of 1,000 students asks at most a tenth more of the table than its batches need', async () => {
    studentIds = await addManyStudents({ count: all, classes, subjectIds: ['MATH'] });
    const period = await nextTerm();
    let steps = 0;
    const traffic = await trafficOf(async () => {
      steps = await run();
    });
    expect(await register()).toEqual({ processed: all, total: all, state: 'finished' });
    expect(await stored(period)).toEqual(everybody());

    // A transaction takes 100 actions: the students, one for each class among them, and the audit row. A class that two
    // batches share counts in both.
    const batches = Math.ceil((all + classes.length) / 98);
    const classesOfBatches = classes.length + batches - 1;
    // The term, the job twice (is there one, and its creation), who is registered, the plan in pieces of 25, and the pages of
    // all students, a megabyte each.
    const plan = 1 + 2 + 1 + Math.ceil(batches / 25) + 1;
    // Where the run stands, the students, what their classes take, one transaction, one note.
    const floor = plan + batches * 4 + classesOfBatches;
    expect(steps).toBe(batches);
    expect(traffic.length).toBeLessThanOrEqual(1.1 * floor);
  });
});
