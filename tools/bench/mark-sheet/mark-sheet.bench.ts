import type { BenchRow } from '../kit/bench.ts';

export const title = 'Opening a mark sheet';

const sizes = { '2A': 10, '2B': 20, '2C': 40 } as const;

export async function run(): Promise<BenchRow[]> {
  const { addStudents, password, startSmallSchool, term, year } = await import(
    '../../../tests/support/school/small-school.ts'
  );
  const { TestClient } = await import('../../../tests/support/callers/client.ts');
  const { markSheetContract } = await import('#shared/marks/mark-sheet/contract.ts');
  const server = await startSmallSchool();
  try {
    const { Lesson } = await import('#functions/people/records/store.ts');
    const { floorOf, trafficOf } = await import('../../../tests/support/school/table-traffic.ts');
    const teacher = await new TestClient(server.url).signIn('mona', password);
    const rows: BenchRow[] = [];
    for (const [classId, size] of Object.entries(sizes)) {
      const studentIds = Array.from({ length: size }, (_, index) => `${classId}-${index}`);
      await addStudents(classId, studentIds);
      await Lesson.put({ employeeId: 'T1', year, subjectId: 'MATH', classId, formLevel: 2 }).go();
      const subject = { subject_id: 'MATH', class_id: classId };
      for (const student_id of studentIds) {
        const change = { exam_mark: 50, comment: 'A steady term with pleasing results in every topic.' };
        await teacher.call(markSheetContract.saveSubjectRecord, { ...subject, student_id, year, term, ...change });
      }
      const requests = await trafficOf(() =>
        teacher.call(markSheetContract.teacherLessonStudents, {
          ...subject,
          employee_id: 'T1',
          form_level: '2',
          year: String(year),
          term: String(term),
        }),
      );
      const ratio = requests.reduce((sum, { units }) => sum + units, 0) / floorOf(requests);
      rows.push(
        {
          measure: `DynamoDB requests for ${size} students, session included`,
          value: String(requests.length),
          limit: '≤ 3',
          ok: requests.length <= 3,
        },
        {
          measure: `Read units to the floor of the bytes, ${size} students (a query rounded up once, a read by key once an item)`,
          value: ratio.toFixed(2),
          limit: '≤ 1.2',
          ok: ratio <= 1.2,
        },
      );
    }
    return rows;
  } finally {
    await server.stop();
  }
}
