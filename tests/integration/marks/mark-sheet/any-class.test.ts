import { describe, expect, it } from 'vitest';
import type { RawInput } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { saveSubjectRecord, readMarkSheetOfLesson } = markSheetContract;

/** product §6: admins pick any teacher, class and subject; so do teachers with spreadsheet access, such as `dina` (T3). */
describe('a mark sheet of any class and subject', () => {
  const school = schoolForTests();

  const open = async (account: string, change: Partial<RawInput<typeof readMarkSheetOfLesson>> = {}) =>
    (await clientOfAccount(school.url, account)).call(readMarkSheetOfLesson, {
      subject_id: 'ENGL',
      class_id: '1A',
      form_level: '1',
      year: String(year),
      term: String(term),
      ...change,
    });
  const save = async (account: string, exam_mark: number) =>
    (await clientOfAccount(school.url, account)).call(saveSubjectRecord, {
      student_id: 'S01',
      subject_id: 'ENGL',
      class_id: '1A',
      year,
      term,
      exam_mark,
    });

  it.each(['A1', 'T3'])('opens for %s, without a teacher and with one', async (account) => {
    expect((await open(account)).body.total).toBe(6);
    expect((await open(account, { employee_id: 'T2' })).body.total).toBe(6);
  });

  it('names no teacher’s students alone where no teacher is named', async () => {
    const { StudentSubjectAssignmentEntity } = await import('#functions/subjects/records/store.ts');
    await writeAction(
      StudentSubjectAssignmentEntity.update({ studentId: 'S42', subjectId: 'MATH' }, { set: { employeeId: 'T2' } }),
    );
    const of4A = { subject_id: 'MATH', class_id: '4A', form_level: '4' };
    expect((await open('A1', of4A)).body.total).toBe(4);
    expect((await open('A1', { ...of4A, employee_id: 'T1' })).body.total).toBe(3);
  });

  it.each([
    ['A1', 61],
    ['T3', 62],
  ])('takes the marks of %s, with two requests', async (account, mark) => {
    const requests = await recordTraffic(async () => {
      expect((await save(account, mark)).body).toMatchObject({ exam_mark: mark, employee_id: account });
    });
    // The client's session is opened by the test itself.
    expect(requests.map(({ operation }) => operation).slice(-2)).toEqual(['BatchGetItem', 'TransactWriteItems']);
  });

  it('is that of classes of the level, each of which the school has', async () => {
    const form_level = '1';
    for (const classIds of [{ form_classes: '1A,4A' }, { form_classes: '1A,9Z' }, { form_classes: '4A' }])
      expect((await open('A1', { class_id: undefined, ...classIds, form_level })).error?.fields).toHaveProperty(
        'class_id',
      );
  });

  it('is closed to a teacher of another subject, to an admin without the menu and to PTA', async () => {
    for (const account of ['T1', 'A2', 'A3']) {
      expect((await open(account)).status).toBe(403);
      expect((await open(account, { employee_id: account })).status).toBe(403);
      expect((await save(account, 1)).status).toBe(403);
    }
  });

  it('is closed to its teacher without `employee_id`: teachers name themselves', async () => {
    expect((await open('T2')).status).toBe(403);
    expect((await open('T2', { employee_id: 'T2' })).status).toBe(200);
  });

  it('tells those who may pick anyone that a student does not take the subject', async () => {
    const client = await clientOfAccount(school.url, 'T3');
    const answer = await client.call(saveSubjectRecord, { student_id: 'S99', subject_id: 'ENGL', year, term, late: 1 });
    expect(answer.status).toBe(404);
  });
});
