import type { BenchRow } from '../kit/bench.ts';
import { requestsRow } from '../kit/run-requests.ts';

export const title = 'A whole school’s 324 lessons handed over to another teacher';

/** Subjects of each teacher, in four classes of their own and two that share a page: five rows of the Lessons window, six lessons. */
const teachers = [12, 12, 12, 12, 6];
const classes = ['1A', '1B', '2A', '3A', '4A', '4B'];

export async function run(): Promise<BenchRow[]> {
  const { trafficOf } = await import('../../../tests/support/school/table-traffic.ts');
  const { startSteppedSchool } = await import('../../../tests/support/step-by-step/stepped-school.ts');
  const { yearId, year } = await import('../../../tests/support/school/small-school.ts');
  const { lessonsContract } = await import('#shared/people/lessons/contract.ts');
  const { peopleContract } = await import('#shared/people/contract.ts');
  const school = await startSteppedSchool(() => import('#functions/people/lessons/jobs/lambda.ts'));
  try {
    const { Employee, Lesson } = await import('#functions/people/records/store.ts');
    const { Subject } = await import('#functions/subjects/records/store.ts');
    const traffic: { operation: string }[] = [];
    let [steps, rows] = [0, 0];
    for (const [index, count] of teachers.entries()) {
      const employeeId = `H${index}`;
      const ids = Array.from({ length: count }, (_, number) => `SUB${index}-${number}`);
      await Subject.put(ids.map((subjectId) => ({ subjectId, title: subjectId, abbr: subjectId }))).go();
      const name = { firstName: 'Hal', lastName: `Full${index}`, userName: `hfull${index}` };
      await Employee.put({ employeeId, teacherNum: 900 + index, ...name }).go();
      const lessons = ids.flatMap((subjectId) =>
        classes.map((classId) => ({ employeeId, year, subjectId, classId, formLevel: Number(classId[0]) })),
      );
      await Lesson.put(lessons).go();
      const { body: lines } = await school.admin.call(peopleContract.teacherLessonsOfYear, {
        ...{ employee: employeeId, year: String(year) },
      });
      rows += lines.length;
      const begun = await school.admin.call(lessonsContract.handOver, {
        ...{ employee_id: employeeId, academic_year_id: yearId, to_employee_id: 'T3', ids: lines.map(({ id }) => id) },
      });
      if (begun.status !== 200) throw new Error(begun.error?.message[0]);
      traffic.push(
        ...(await trafficOf(async () => {
          steps += await school.work();
        })),
      );
    }
    return [requestsRow(`handing 324 lessons over in ${rows} rows of ${teachers.length} teachers`, traffic, steps)];
  } finally {
    await school.stop();
  }
}
