import { ClassPostEntity, EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { createJob, readJob } from '#functions/platform/jobs/store.ts';
import { handler } from '#functions/school/jobs/lambda.ts';
import { takeOverLessons, undoTakeOver } from '#functions/school/new-year/take-over-lessons.ts';
import { readTakeOverStatus } from '#functions/school/new-year/take-over-status.ts';
import { CurrentPeriodEntity } from '#functions/school/records/periods.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { startServer } from '../../../support/school/server.ts';
import { readTableContent, saveTableForRestore, type TableContent } from '../../../support/school/table-content.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';

const caller = { accountId: 'A1', name: 'Ada Office' };
export const earlierYearId = '20252026';
export const newYearId = '20262027';

const lesson = (employeeId: string, subjectId: string, classId: string) => ({
  employeeId,
  subjectId,
  classId,
  year: 2025,
  formLevel: Number(classId[0]),
});

/**
 * A school of its own in this process at the beginning of 2026-2027, whose students were promoted. In 2025-2026:
 * - T1 Ann taught MATH 1A and 5A, and LATIN 1A, which ended; form teacher of 1A
 * - T2 Ben taught PHYS 5A and 5B, and MATH 9Z, a class that is gone; dean of 1A and 5A
 * - T3 Cyd, who has left, taught ART 5A; form teacher of 5A
 * - S1 in 5A takes MATH, PHYS with Ben and ART; S2 in 5B takes PHYS with Cyd; S3 in 1A takes MATH
 */
export async function startSteppedNewYear() {
  const server = await startServer({ isDemo: false, site: 'none' });
  const executions = await startSteppedExecutions();
  await fill();

  let minutes = 0;
  const request = (key: string) => {
    minutes += 1;
    return { now: new Date(Date.now() + minutes * 60_000), idempotencyKey: `A1/${key}` };
  };
  // biome-ignore lint/suspicious/noExplicitAny: a handler of any row, as the pipeline calls it
  const ask = (call: { handle: (context: any) => Promise<any> }, input: object, key: string = crypto.randomUUID()) =>
    call.handle({ input, caller, request: request(key), found: {} });
  const status = () => ask(readTakeOverStatus, { academic_year_id: newYearId });
  const takeOver = (from = earlierYearId, key?: string) =>
    ask(takeOverLessons, { academic_year_id: newYearId, from }, key);
  const acts = {
    takeOver: (key?: string) => takeOver(earlierYearId, key),
    undo: (key?: string) => ask(undoTakeOver, { academic_year_id: newYearId }, key),
  };

  /** Begins the run and takes its steps to the end. */
  async function run(act: keyof typeof acts, key?: string): Promise<void> {
    await acts[act](key);
    await executions.run(handler);
  }

  /** What the school has: without jobs and the trail, and whatever the run was called. */
  async function content(): Promise<TableContent> {
    const name = (await readJob('take-over-lessons', '2026'))?.run ?? 'none';
    const items = [...(await readTableContent())].filter(([key]) => !/^(job|audit)#/.test(key));
    return new Map(items.map(([key, item]) => [key.replaceAll(name, 'RUN'), item.replaceAll(name, 'RUN')]));
  }

  /**
   * Kills the act at each of its writes in turn, begins it again, and answers what there is then, each time from the
   * same beginning.
   * @param isWritten the write was carried out and its answer lost
   */
  async function killAtEach(act: keyof typeof acts, isWritten: boolean): Promise<TableContent[]> {
    const back = await saveTableForRestore();
    const ends: TableContent[] = [];
    let key = '';
    await killAtEachWrite({
      isWritten,
      begin: async () => {
        await back();
        key = crypto.randomUUID();
        return () => run(act, key);
      },
      after: async () => {
        executions.endAll();
        // The page repeats its request under the same key.
        await run(act, key);
        ends.push(await content());
      },
    });
    await back();
    return ends;
  }

  return {
    server,
    status,
    takeOver,
    run,
    content,
    killAtEach,
    stop: async () => {
      await executions.stop();
      await server.stop();
    },
  };
}

async function fill(): Promise<void> {
  const student = (studentId: string, classId: string) => ({
    studentId,
    firstName: 'Pupil',
    lastName: studentId,
    classId,
    formLevel: Number(classId[0]),
  });
  const takes = (pupil: ReturnType<typeof student>, subjectId: string, employeeId?: string) => ({
    ...pupil,
    subjectId,
    ...(employeeId === undefined ? {} : { employeeId }),
  });
  const [one, two, three] = [student('S1', '5A'), student('S2', '5B'), student('S3', '1A')];
  await Promise.all([
    executeActionOfTest(CurrentPeriodEntity.put({ year: 2026, term: 1 })),
    putRecords(SubjectEntity, [
      { subjectId: 'MATH', title: 'Mathematics', abbr: 'MATH' },
      { subjectId: 'PHYS', title: 'Physics', abbr: 'PHYS' },
      { subjectId: 'ART', title: 'Art', abbr: 'ART' },
    ]),
    putRecords(EmployeeEntity, [
      { employeeId: 'T1', teacherNum: 1, firstName: 'Ann', lastName: 'Abel', userName: 'aabel' },
      { employeeId: 'T2', teacherNum: 2, firstName: 'Ben', lastName: 'Bell', userName: 'bbell' },
      {
        employeeId: 'T3',
        teacherNum: 3,
        firstName: 'Cyd',
        lastName: 'Cole',
        userName: 'ccole',
        deletedAt: '2026-07-10',
      },
    ]),
    putRecords(LessonEntity, [
      ...[lesson('T1', 'MATH', '1A'), lesson('T1', 'MATH', '5A'), lesson('T1', 'LATIN', '1A')],
      ...[lesson('T2', 'PHYS', '5A'), lesson('T2', 'PHYS', '5B'), lesson('T2', 'MATH', '9Z')],
      lesson('T3', 'ART', '5A'),
    ]),
    putRecords(ClassPostEntity, [
      { employeeId: 'T1', year: 2025, classId: '1A', formLevel: 1, as: 'form teacher', name: 'Ann Abel' },
      { employeeId: 'T2', year: 2025, classId: '1A', formLevel: 1, as: 'dean', name: 'Ben Bell' },
      { employeeId: 'T2', year: 2025, classId: '5A', formLevel: 5, as: 'dean', name: 'Ben Bell' },
      { employeeId: 'T3', year: 2025, classId: '5A', formLevel: 5, as: 'form teacher', name: 'Cyd Cole' },
    ]),
    putRecords(
      StudentEntity,
      [one, two, three].map((pupil) => ({ ...pupil, status: 'current' as const })),
    ),
    putRecords(StudentSubjectAssignmentEntity, [
      ...[takes(one, 'MATH'), takes(one, 'PHYS', 'T2'), takes(one, 'ART')],
      ...[takes(two, 'PHYS', 'T3'), takes(three, 'MATH')],
    ]),
    studentsPromoted(),
  ]);
}

/** The students of 2025-2026 are in their new classes. */
async function studentsPromoted(): Promise<unknown> {
  const at = '2026-07-10T12:00:00.000Z';
  return createJob({
    name: 'promote-students',
    domain: 'terms',
    key: '2025',
    run: 'p',
    attempt: 1,
    state: 'finished',
    total: 3,
    processed: 3,
    batches: 1,
    next: 1,
    followers: ['A1/promoted'],
    startedAt: at,
    notedAt: at,
    startedBy: 'A1',
    startedByName: 'Ada',
  });
}
