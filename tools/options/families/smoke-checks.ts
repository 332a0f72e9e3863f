import assert from 'node:assert/strict';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { TestClient } from '../../../tests/support/callers/client.ts';
import type { SmokeCheck } from '../../smoke/smoke.ts';
import { requestIdOf, type strangerRequests, type Visitor } from '../../smoke/visitor.ts';

export const smokeChecks: readonly SmokeCheck[] = [
  ['a student’s sign-in', checkStudentSignIn],
  ['a link', checkLink],
];

const asStranger = async ({ place: { url } }: Visitor): Promise<TestClient> => {
  const stranger = new TestClient(url);
  // The token that every sign-in needs.
  await stranger.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
  return stranger;
};

/** So that the refusal, which names nobody, is taken out of the office's list of refusals again. */
const asRequest = ({ mark }: Visitor, request: (typeof strangerRequests)[number]) => ({
  'x-amzn-requestid': requestIdOf(mark, request),
});

/**
 * Of a student of the archive, whom nobody signs in: the entrance asks Cognito all the same, and counts the attempt. A
 * current student would be on the rolls of a class.
 */
async function checkStudentSignIn(visitor: Visitor): Promise<string> {
  const stranger = await asStranger(visitor);
  const credentials = { name: visitor.student, password: visitor.password };
  const { status } = await stranger.call(entranceContract.studentLogin, credentials, asRequest(visitor, 'stranger-1'));
  assert.equal(status, 401, `A student of the archive was answered ${status}`);
  const chosen = await stranger.call(entranceContract.setStudentPasswordAtSignIn, credentials);
  assert.equal(chosen.status, 401, `A new password without a challenge was answered ${chosen.status}`);
  return 'a student of the archive is refused, and chooses no password';
}

/** One that nobody made. The entrance looks it up, and counts it as nobody's guess. */
async function checkLink(visitor: Visitor): Promise<string> {
  const stranger = await asStranger(visitor);
  const opened = await stranger.call(
    entranceContract.openReportLink,
    { link: 'smoke-test'.padEnd(32, '0'), date_of_birth: '1950-01-01' },
    asRequest(visitor, 'stranger-2'),
  );
  assert.equal(opened.status, 401, `A made-up link was answered ${opened.status}`);
  return 'a made-up link is refused';
}
