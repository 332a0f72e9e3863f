import assert from 'node:assert/strict';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { familiesContract } from '#shared/options/families/contract.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { readFamiliesSettings } from '#shared/options/families/mail-settings.ts';
import { TestClient } from '../../../tests/support/callers/client.ts';
import { NotApplicable } from '../../smoke/not-applicable.ts';
import type { SmokeCheck } from '../../smoke/smoke.ts';
import {
  familyStudentOf,
  idempotencyKeyOf,
  requestIdOf,
  type strangerRequests,
  type Visitor,
} from '../../smoke/visitor.ts';

export const smokeChecks: readonly SmokeCheck[] = [
  ['a student’s sign-in', checkStudentSignIn],
  ['a link', checkLink],
  ['a letter', checkLetter],
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

/** SES takes what is written to it and delivers it to nobody; no bounce, no complaint. */
const mailbox = 'success@simulator.amazonses.com';

/**
 * A student of the archive who is a current one for as long as a check takes, of a class that the school does not have:
 * on no roster and in no teacher's list.
 */
async function withCurrentStudent<T>(visitor: Visitor, check: (studentId: string) => Promise<T>): Promise<T> {
  const [{ StudentEntity }, { executeAction }, { documentClient, tableNames }] = await Promise.all([
    import('#functions/students/records/store.ts'),
    import('#functions/platform/table/action.ts'),
    import('#functions/platform/table/table.ts'),
  ]);
  const studentId = familyStudentOf(visitor.mark);
  const named = { firstName: 'Smoke', lastName: 'Test', guardian_email: mailbox };
  const archived = { classId: visitor.mark, formLevel: 1, status: 'archived' as const };
  await executeAction(StudentEntity.create({ ...named, ...archived, studentId }));
  const student = { TableName: tableNames().records, Key: { pk: `student#${studentId}`, sk: 'student' } };
  // Not as an act, which would write a roster of that class.
  await documentClient.send(
    new UpdateCommand({
      ...student,
      UpdateExpression: 'SET #status = :current, gsi2pk = :list',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':current': 'current', ':list': 'students#current' },
    }),
  );
  try {
    return await check(studentId);
  } finally {
    await documentClient.send(new DeleteCommand(student));
  }
}

/** With a one-time password and a new one, as a family does; a student of the archive is signed in by nothing. */
async function checkStudentSignIn(visitor: Visitor): Promise<string> {
  const stranger = await asStranger(visitor);
  const credentials = { name: visitor.student, password: visitor.password };
  const { status } = await stranger.call(entranceContract.studentLogin, credentials, asRequest(visitor, 'stranger-1'));
  assert.equal(status, 401, `A student of the archive was answered ${status}`);
  const chosen = await stranger.call(entranceContract.setStudentPasswordAtSignIn, credentials);
  assert.equal(chosen.status, 401, `A new password without a challenge was answered ${chosen.status}`);
  await withCurrentStudent(visitor, async (studentId) => {
    const name = studentId;
    const family = await asStranger(visitor);
    const first = await family.call(entranceContract.studentLogin, { name, password: await makeAccount(studentId) });
    assert.equal(first.status, 200, `The one-time password was answered ${first.status}`);
    assert.equal(first.body.password_reset, true, 'A one-time password opened a session');
    const own = { name, password: visitor.password };
    const set = await family.call(entranceContract.setStudentPasswordAtSignIn, own);
    assert.equal(set.status, 200, `The new password was answered ${set.status}`);
    const reports = await family.call(familiesContract.listMyReports, {});
    assert.equal(reports.status, 200, `The family’s page was answered ${reports.status}`);
  });
  return 'with a new password; a student of the archive is refused, and chooses no password';
}

/** The one-time password of a student's new account. */
async function makeAccount(studentId: string): Promise<string> {
  const [{ executeAction }, { AccountEntity, UserNameEntity }, accounts, { finishIdentityUpdate }] = await Promise.all([
    import('#functions/platform/table/action.ts'),
    import('#functions/sessions/accounts.ts'),
    import('#functions/sessions/student-accounts.ts'),
    import('#functions/sessions/identity-updates.ts'),
  ]);
  const { account, userName } = accounts.studentAccountRecords(studentId);
  await executeAction(AccountEntity.create(account));
  await executeAction(UserNameEntity.create(userName));
  const password = await finishIdentityUpdate(account.accountId, new Date());
  assert.ok(password, 'The account has no one-time password');
  return password;
}

/** That a registration was sent back, of a student whose class nobody else is in, by the job that sends all letters. */
async function checkLetter(visitor: Visitor): Promise<string> {
  const { client, mark, place } = visitor;
  const { letters } = readFamiliesSettings(place.school.optionSettings);
  if (!letters?.occasions.includes(occasion)) throw new NotApplicable('nobody is written to of a registration');
  const [
    { readCurrentPeriod },
    { ProposalEntity },
    { FamilyMailEntity },
    { executeAction },
    { readJob },
    { mailJobKey },
  ] = await Promise.all([
    import('#functions/school/records/periods.ts'),
    import('#functions/options/families/records/registration-proposals.ts'),
    import('#functions/options/families/records/family-mails.ts'),
    import('#functions/platform/table/action.ts'),
    import('#functions/platform/jobs/store.ts'),
    import('#functions/options/families/mails/mail-job.ts'),
  ]);
  const job = await readJob('send-family-mails', mailJobKey);
  // A run of ours would take its place on the office's page.
  if (job) throw new NotApplicable(`the office has sent letters, and its last run is ${job.state}`);
  const current = await readCurrentPeriod();
  if (!current) throw new NotApplicable('the school has no term yet');
  return withCurrentStudent(visitor, async (studentId) => {
    const changedAt = new Date();
    const expires = Math.ceil(changedAt.getTime() / 1000) + 86_400;
    const proposal = { studentId, year: current.year, state: 'sent back' as const, version: 1, values: {} };
    await executeAction(ProposalEntity.create({ ...proposal, changedAt: changedAt.toISOString(), expires }));
    const ask = () =>
      client.call(
        familiesContract.sendFamilyMails,
        { expected: 1, occasions: [occasion], class_ids: [mark] },
        { 'Idempotency-Key': idempotencyKeyOf(mark, 'letter') },
      );
    let answer = await ask();
    for (const end = Date.now() + patience; answer.status === 200 && answer.body.state === 'running'; ) {
      assert.ok(Date.now() < end, 'The job did not end within two minutes');
      await new Promise((resolve) => setTimeout(resolve, 500));
      answer = await ask();
    }
    assert.equal(answer.status, 200, `Sending was answered ${answer.status}`);
    assert.equal(answer.body.state, 'finished', `It ended: ${answer.body.problem ?? 'nobody knows why'}`);
    const [mail] = await FamilyMailEntity.query({ studentId });
    assert.equal(mail?.state, 'sent', `The letter is ${mail?.state ?? 'not there'}`);
    return `SES took it as ${mail?.messageId}, for its mailbox simulator`;
  });
}

const occasion = 'registration sent back';
/** Milliseconds. */
const patience = 120_000;

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
