import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { AuditRowEntity, listAuditTrail } from '#functions/platform/table/audit.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { handler as erase } from '#functions/students/register/jobs/lambda.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { readTableContent, saveTableForRestore } from '../../../support/school/table-content.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';

/** More than are looked for at once in the table, and one whose id holds another's. */
const old = Array.from({ length: 22 }, (_, index) => `OLD ${String(index).padStart(2, '0')}`);
const due = [...old, 'OLD 0'];

describe('erasing students whose retention has ended', () => {
  const school = schoolForTests();
  let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
  let office: TestClient;
  let bringBack: Awaited<ReturnType<typeof saveTableForRestore>>;

  beforeAll(async () => {
    executions = await startSteppedExecutions();
    const of = { firstName: 'Zephyrine', lastName: 'Quill', classId: '4A', formLevel: 4, status: 'archived' as const };
    const archived = (studentId: string, left?: string) =>
      executeActionOfTest(
        StudentEntity.put({ ...of, studentId, ...(left === undefined ? {} : { date_of_leaving: left }) }),
      );
    const changed = (studentId: string, at: string) =>
      executeActionOfTest(
        AuditRowEntity.create({
          subject: `student#${studentId}`,
          idempotencyKey: `A1/${studentId}`,
          at,
          accountId: 'A1',
          name: 'Ada',
          changes: [{ field: 'lastName', before: 'Quille', after: 'Quill' }],
        }),
      );
    await Promise.all([
      ...due.flatMap((id) => [archived(id, '2015-07-03'), changed(id, '2015-07-04T12:00:00.000Z')]),
      ...due.map((studentId) =>
        executeActionOfTest(
          SubjectRecordEntity.put({
            studentId,
            year: 2014,
            term: 3 as const,
            subjectId: 'MATH',
            classId: '4A',
            formLevel: 4,
            exam: 50,
            examOutOf: 70,
            comment: 'Zephyrine is steady.',
          }),
        ),
      ),
      archived('LATELY', '2015-07-03'),
      changed('LATELY', new Date().toISOString()),
      archived('YOUNG', `${new Date().getFullYear() - 1}-07-03`),
      archived('UNDATED'),
    ]);
    office = await clientOfAccount(school.url, 'A1');
    bringBack = await saveTableForRestore();
  });
  afterAll(() => executions.stop());

  const listed = async () => (await office.call(register.listErasuresDue, {})).body;
  const ask = (key: string, confirm = due.length, student_ids = due) =>
    office.call(register.eraseStudentsDue, { student_ids, confirm }, { 'Idempotency-Key': `erase-due-${key}` });
  const rows = async () =>
    [...(await readTableContent())].flatMap(([key, text]) =>
      /^job#|^audit#erased/.test(key) ? [] : [`${key} ${text}`],
    );
  /** Of students who were to be erased. */
  const named = async () => (await rows()).filter((row) => due.some((id) => row.includes(`"${id}"`)));
  it('lists them, and counts those who are excluded by reason', async () => {
    const { students, ...rest } = await listed();
    expect(students.map(({ student_id }) => student_id)).toEqual([...due].sort());
    expect(students[0]).toEqual({
      student_id: 'OLD 0',
      name: 'Zephyrine Quill',
      class_id: '4A',
      date_of_leaving: '2015-07-03',
    });
    expect(rest).toEqual({ years: 7, more: 0, changed_lately: 1, undated: 1, run: null });
  });

  it('leaves marks without names and an audit row for each student, and reports who was erased', async () => {
    const before = await named();
    expect(before.filter((row) => row.includes('Zephyrine'))).toHaveLength(due.length * 2);
    const begun = await ask('whole');
    expect(begun.body).toMatchObject({ state: 'running', erased: [], left: [] });
    await executions.run(erase);
    const { body } = await ask('whole');
    expect(body).toEqual({
      rows_processed: body.total_rows,
      total_rows: body.total_rows,
      state: 'finished',
      erased: due,
      left: [],
    });
    expect((await named()).filter((row) => /Zephyrine|Quill/.test(row))).toEqual([]);
    expect((await named()).filter((row) => row.includes('"exam":50'))).toHaveLength(due.length);
    expect((await listAuditTrail('erased-students')).map(({ changes }) => changes[0]?.before).sort()).toEqual(
      [...due].sort(),
    );
    expect(
      (await rows()).filter((row) => /"studentId":"(LATELY|YOUNG|UNDATED)"/.test(row) && row.includes('Quill')),
    ).toHaveLength(3);
    const after = await listed();
    expect([after.students, after.run?.state]).toEqual([[], 'finished']);
  });

  it('keeps students who are not due, and says why', async () => {
    executions.endAll();
    await bringBack();
    await ask('others', 3, ['OLD 01', 'YOUNG', 'LATELY']);
    await executions.run(erase);
    const { body } = await ask('others', 3, ['OLD 01', 'YOUNG', 'LATELY']);
    expect(body.erased).toEqual(['OLD 01']);
    expect(body.left).toEqual([
      { student_id: 'YOUNG', text: expect.stringContaining('keeps a student’s details for 7 years') },
      { student_id: 'LATELY', text: expect.stringContaining('was changed lately') },
    ]);
    expect((await rows()).some((row) => row.includes('"studentId":"YOUNG"') && row.includes('Quill'))).toBe(true);
  });
});
