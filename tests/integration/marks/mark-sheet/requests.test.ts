import { beforeAll, describe, expect, it } from 'vitest';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents, password, term, year, yearId } from '../../../support/school/small-school.ts';

/** Classes of forms 2 and 3 that the small school leaves empty, with so many students. */
const sizes = { '2A': 10, '2B': 20, '2C': 40 } as const;

describe('what a mark sheet asks of the table', () => {
  const server = schoolForTests();
  let mona: TestClient;
  let traffic: typeof import('../../../support/school/table-traffic.ts');

  beforeAll(async () => {
    const { LessonEntity } = await import('#functions/people/records/store.ts');
    traffic = await import('../../../support/school/table-traffic.ts');
    mona = await new TestClient(server.url).signIn('mona', password);
    for (const [classId, size] of Object.entries(sizes)) {
      await addStudents(classId, idsOf(classId, size));
      await writeAction(LessonEntity.put({ employeeId: 'T1', year, subjectId: 'MATH', classId, formLevel: 2 }));
      await Promise.all(idsOf(classId, size).map((studentId) => save(studentId, classId, 50)));
    }
  });

  const idsOf = (classId: string, size: number) => Array.from({ length: size }, (_, index) => `${classId}-${index}`);
  const save = (studentId: string, classId: string, exam: number) =>
    mona.call(markSheetContract.saveSubjectRecord, {
      student_id: studentId,
      subject_id: 'MATH',
      class_id: classId,
      year,
      term,
      exam_mark: exam,
      comment: 'A steady term with pleasing results in every topic.',
    });
  const openSheet = (classId: string) =>
    mona.call(markSheetContract.readMarkSheetOfLesson, {
      employee_id: 'T1',
      subject_id: 'MATH',
      class_id: classId,
      form_level: '2',
      year: String(year),
      term: String(term),
    });
  const openPage = (classId: string) =>
    mona.call(markBookContract.readMarkBook, {
      employee_id: 'T1',
      subject_id: 'MATH',
      form_class_id: classId,
      form_level: '2',
      academic_year_id: yearId,
      term: String(term),
    });

  it.each(Object.entries(sizes))('is three requests for a sheet of %s with %i students', async (classId, size) => {
    const requests = await traffic.recordTraffic(async () => {
      expect((await openSheet(classId)).body.entered).toBe(size);
    });
    expect(requests.map(({ operation }) => operation).sort()).toEqual(['BatchGetItem', 'Query', 'Query']);
  });

  it.each(
    Object.entries(sizes),
  )('is three requests for a mark book page of %s with %i students', async (classId, size) => {
    const requests = await traffic.recordTraffic(async () => {
      expect((await openPage(classId)).body.students).toHaveLength(size);
    });
    expect(requests.map(({ operation }) => operation).sort()).toEqual(['BatchGetItem', 'Query', 'Query']);
  });

  it('costs at most a fifth more than its bytes must', async () => {
    for (const classId of Object.keys(sizes)) {
      const requests = await traffic.recordTraffic(() => openSheet(classId));
      const units = requests.reduce((sum, request) => sum + request.units, 0);
      expect(units).toBeGreaterThan(0);
      expect(units).toBeLessThanOrEqual(1.2 * traffic.minReadUnits(requests));
    }
  });

  it('is two requests for a save that names the class', async () => {
    const requests = await traffic.recordTraffic(async () => {
      expect((await save('2A-0', '2A', 61)).status).toBe(200);
    });
    expect(requests.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
    // The record, its line in the trail, the student's placement, the index that progress is counted from, and the look at the closed terms.
    expect(requests[1]?.units).toBeLessThanOrEqual(10);
  });

  it('writes the index that progress is counted from only for what is counted', async () => {
    const input = { student_id: '2A-1', subject_id: 'MATH', class_id: '2A', year, term };
    const [save] = (
      await traffic.recordTraffic(() => mona.call(markSheetContract.saveSubjectRecord, { ...input, late: 3 }))
    ).slice(-1);
    expect(save).toMatchObject({ operation: 'TransactWriteItems', units: 9 });
  });
});
