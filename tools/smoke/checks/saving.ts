import assert from 'node:assert/strict';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { idempotencyKeyOf, type Visitor, yearWithoutLessons } from '../visitor.ts';

const number = '868-555-0199';

/** A save, the same request once more, and what the trail says of both. */
export async function checkAuditedSave({ client, mark, student }: Visitor): Promise<string> {
  const save = { id: student, phone_cell: number, was: { phone_cell: null } };
  const key = { 'Idempotency-Key': idempotencyKeyOf(mark, 'save') };
  for (const time of ['first', 'second']) {
    const { status } = await client.call(studentRegisterContract.saveStudent, save, key);
    assert.equal(status, 200, `The ${time} time, the save was answered ${status}`);
  }
  const { body: history } = await client.call(studentRegisterContract.readStudentHistory, { student_id: student });
  const told = history.map(({ by, changes }) => ({ by, changes: changes.map(({ was, now }) => [was, now]) }));
  assert.deepEqual(told, [{ by: 'Smoke Test', changes: [[null, number]] }], 'The trail does not have the one change');
  return 'carried out once for two requests, and on the trail once';
}

/** Somebody who has not seen that save: the answer has both values, and whose the other one is. */
export async function checkConflict({ client, student }: Visitor): Promise<string> {
  const save = { id: student, phone_cell: '868-555-0111', was: { phone_cell: null } };
  const { status, error } = await client.call(studentRegisterContract.saveStudent, save);
  assert.equal(status, 409, `It was answered ${status}`);
  const { at, ...told } = error?.conflict ?? {};
  assert.deepEqual(told, { field: 'phone_cell', yours: save.phone_cell, theirs: number, by: 'Smoke Test' });
  assert.ok(Math.abs(Date.now() - Date.parse(at ?? '')) < 600_000, `It happened at ${at}`);
  const { body } = await client.call(studentRegisterContract.readStudentRecord, { id: student });
  assert.equal(body.phone_cell, number, 'What was refused is stored');
  return 'refused, with both values, and who and when';
}

/** Progress is read from several partitions of an index at once, in PartiQL: an action of its own to IAM. */
export async function checkProgress({ client, mark }: Visitor): Promise<string> {
  const wanted = { employee_id: mark, year: String(yearWithoutLessons), term: '1' } as const;
  const { status, body } = await client.call(markSheetContract.readLessonProgress, wanted);
  assert.equal(status, 200, `It was answered ${status}`);
  assert.deepEqual(
    body.lessons.map(({ marks }) => marks),
    [0],
  );
  return 'one lesson, without marks';
}
