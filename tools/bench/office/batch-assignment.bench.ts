import type { BenchRow } from '../kit/bench.ts';

export const title = 'Assigning a subject to 200 students as a batch';

const students = 200;

export async function run(): Promise<BenchRow[]> {
  const { studentSubjectsContract } = await import('#shared/subjects/assignment/contract.ts');
  const { startSmallSchool, year } = await import('../../../tests/support/school/small-school.ts');
  const { startSteppedExecutions } = await import('../../../tests/support/step-by-step/stepped-executions.ts');
  const { addManyStudents } = await import('../../../tests/support/school/many-students.ts');
  const { clientOf } = await import('../../../tests/support/callers/callers.ts');
  const { keepTable } = await import('../../../tests/support/school/table-content.ts');
  const { killAtWrite } = await import('../../../tests/support/step-by-step/kill-at-write.ts');
  const { trafficOf } = await import('../../../tests/support/school/table-traffic.ts');
  const school = await startSmallSchool();
  const executions = await startSteppedExecutions();
  try {
    const { Lesson } = await import('#functions/people/records/store.ts');
    const { Subject } = await import('#functions/subjects/records/store.ts');
    const { Job } = await import('#functions/platform/jobs/store.ts');
    const { handler } = await import('#functions/subjects/assignment/jobs/lambda.ts');
    const classes = ['4A', '4B'].map((classId) => ({ classId, formLevel: 4 }));
    await Subject.put({ subjectId: 'ART', title: 'Art', abbr: 'ART' }).go();
    await Lesson.put(classes.map((place) => ({ ...place, employeeId: 'T1', year, subjectId: 'ART' }))).go();
    const ids = await addManyStudents({ count: students, classes, subjectIds: [] });
    const bringBack = await keepTable();
    const admin = await clientOf(school.url, 'A1');
    const input = { form_level: 4, class_id: null, students: ids, employee_id: 'T1', subject_id: 'ART' };
    const begin = () =>
      admin.call(studentSubjectsContract.assignBatch, input, { 'Idempotency-Key': 'batch-of-the-bench' });
    const whole = async () => {
      await begin();
      return executions.run(handler);
    };
    const list = () => admin.call(studentSubjectsContract.subjectStudents, { subject_id: 'ART', form_level: '4' });

    await begin();
    let steps = 0;
    const traffic = await trafficOf(async () => {
      steps = await executions.run(handler);
    });
    // As in the test: three actions a student, one for the class's lesson, three for each transaction of 100; four requests a batch.
    const floor = 4 * Math.ceil((3 * students + classes.length + 1) / 97);
    const ratio = traffic.length / floor;
    const listing = (await trafficOf(list)).length;
    const rows: BenchRow[] = [
      {
        measure: `DynamoDB requests to the floor of the ${steps} batches (${traffic.length} to ${floor})`,
        value: ratio.toFixed(2),
        limit: '≤ 1.1',
        ok: ratio <= 1.1,
      },
      {
        measure: 'DynamoDB requests of the list of a level, session included',
        value: String(listing),
        limit: '≤ 3',
        ok: listing <= 3,
      },
    ];
    for (const isWritten of [false, true]) {
      executions.endAll();
      await bringBack();
      const writes = await killAtWrite({ index: Number.POSITIVE_INFINITY, isWritten }, whole);
      let same = 0;
      for (let index = 1; index <= writes; index += 1) {
        executions.endAll();
        await bringBack();
        await killAtWrite({ index, isWritten }, whole);
        executions.endAll();
        // A run that gave no sign for a while is begun again.
        const { data: jobs } = await Job.query.record({ name: 'assign-students' }).go();
        for (const { name, key } of jobs) {
          await Job.patch({ name, key }).set({ notedAt: '2020-01-01T00:00:00.000Z' }).go();
        }
        await whole();
        const { body } = await list();
        const isWhole = body.length === students && body.every(({ employee_id }) => employee_id === 'T1');
        if (isWhole && (await begin()).body.assigned === students) same += 1;
      }
      rows.push({
        measure: `Killed ${isWritten ? 'after each of its writes, the answer lost' : 'before each of its writes'}, and begun again: how often all ${students} are assigned once`,
        value: `${same} of ${writes}`,
        limit: 'all',
        ok: writes > 10 && same === writes,
      });
    }
    return rows;
  } finally {
    await executions.stop();
    await school.stop();
  }
}
