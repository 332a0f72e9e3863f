import assert from 'node:assert/strict';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { idempotencyKeyOf, type Visitor } from '../visitor.ts';

/** Milliseconds: it reads the whole table, which takes a school of ten years a minute or two. */
const patience = 300_000;

/** Erases one of the two students: begun by a call, done by the state machine, followed to its end. */
export async function checkJob({ client, mark, leaver }: Visitor): Promise<string> {
  const begun = Date.now();
  const ask = () =>
    client.call(
      studentRegisterContract.eraseStudent,
      { student_id: leaver, confirmation: leaver },
      { 'Idempotency-Key': idempotencyKeyOf(mark, 'erase') },
    );
  let answer = await ask();
  while (answer.status === 200 && answer.body.state === 'running') {
    assert.ok(Date.now() - begun < patience, `It is at ${answer.body.rows_processed} of ${answer.body.total_rows}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
    answer = await ask();
  }
  assert.equal(answer.status, 200, `It was answered ${answer.status}`);
  assert.equal(answer.body.state, 'finished', 'It failed');
  assert.deepEqual(answer.body.left, [], 'It left something');
  const gone = await client.call(studentRegisterContract.readStudentRecord, { id: leaver });
  assert.equal(gone.status, 404, `The student is still there: ${gone.status}`);
  return `a student erased in ${answer.body.total_rows} steps`;
}
