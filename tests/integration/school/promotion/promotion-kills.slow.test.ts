import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { handler } from '#functions/school/jobs/lambda.ts';
import { readPromotionStatus } from '#functions/school/promotion/promotion-status.ts';
import { savePromotionPlan } from '#functions/school/promotion/save-promotion-plan.ts';
import { startPromotion } from '#functions/school/promotion/start-promotion.ts';
import { CurrentPeriodEntity } from '#functions/school/records/periods.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { leavesSchool } from '#shared/school/promotion.ts';
import { addManyStudents } from '../../../support/school/many-students.ts';
import { executeActionOfTest as writeRecord } from '../../../support/school/records.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { startServer } from '../../../support/school/server.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';

const year = 2025;
const caller = { accountId: 'A1', name: 'Ada Office' };
/** So many that they take two transactions. */
const count = 36;
const classes = [
  { classId: '3A', formLevel: 3 },
  { classId: '5A', formLevel: 5 },
];
/** Of the first students, where they are to be in the end; the others follow the rule. */
const decided: Record<string, string> = { M0000: '3A', M0002: leavesSchool, M0004: '4C', M0001: '6L1', M0003: '5A' };

let school: Awaited<ReturnType<typeof startServer>>;
let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
let bringBack: () => Promise<void>;
let minutes = 0;

beforeAll(async () => {
  school = await startServer({ isDemo: false, site: 'none' });
  executions = await startSteppedExecutions();
  await writeRecord(CurrentPeriodEntity.put({ year, term: 3 }));
  await addManyStudents({ count, classes, subjectIds: ['MATH'] });
  const decisions = Object.entries(decided).map(([student_id, to], index) => ({
    student_id,
    to,
    class_id: index < 3 ? '3A' : '5A',
  }));
  const request = { now: new Date(), idempotencyKey: 'A1/the-plan-as-it-was-made' };
  await savePromotionPlan.handle({ input: { academic_year_id: '20252026', decisions }, caller, request } as never);
  bringBack = await saveTableForRestore();
});
afterAll(async () => {
  await executions.stop();
  await school.stop();
});

/** POST /api/promotion, a minute after the last time: a silent run is asked about. */
async function promoteOnce() {
  minutes += 1;
  const request = { now: new Date(Date.now() + minutes * 60_000), idempotencyKey: crypto.randomUUID() };
  return startPromotion.handle({ input: {}, caller, request } as never);
}
async function run(): Promise<void> {
  await promoteOnce();
  await executions.run(handler);
}

/** Every student's class, or where the student has left. */
async function classesNow(): Promise<Record<string, string>> {
  const [current, archived] = await Promise.all(
    (['current', 'archived'] as const).map((status) => StudentEntity.queryBy('all', { status })),
  );
  return Object.fromEntries([
    ...(current ?? []).map(({ studentId, classId }) => [studentId, classId]),
    ...(archived ?? []).map(({ studentId }) => [studentId, leavesSchool]),
  ]);
}

it.each([
  ['before', false],
  ['after', true],
])('a promotion by a plan that is killed %s any of its writes ends as one that was not', async (_when, isWritten) => {
  const wanted = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const id = `M${String(index).padStart(4, '0')}`;
      return [id, decided[id] ?? (index % 2 === 0 ? '4A' : leavesSchool)];
    }),
  );
  // The plan of the run, the job, two transactions, a note, the line of the trail, what can be undone, the end.
  const writes = 8;
  const begin = async () => {
    await bringBack();
    executions.endAll();
    return run;
  };
  const after = async (write: number) => {
    executions.endAll();
    // After the very last write nothing is left to be done, and it says so.
    const isOver = write > writes || (isWritten && write === writes);
    if (isOver) await expect(run()).rejects.toThrow('were promoted already');
    else await run();
    expect(await classesNow(), `killed at write ${write}`).toEqual(wanted);
    expect(await findRosterFaults(), `killed at write ${write}`).toEqual([]);
    expect(await listAuditTrail(`promotion#${year}`), `killed at write ${write}`).toHaveLength(1);
    const { promotion } = (await readPromotionStatus.handle({ request: { now: new Date() } } as never)) as {
      promotion: object;
    };
    expect(promotion, `killed at write ${write}`).toMatchObject({
      run: { state: 'finished' },
      moved: 17,
      elsewhere: 2,
      archived: 17,
      repeated: 2,
      left: [],
    });
  };
  expect(await killAtEachWrite({ isWritten, begin, after })).toBe(writes);
});
