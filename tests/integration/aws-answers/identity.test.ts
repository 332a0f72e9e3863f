import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminInitiateAuthCommand,
  AdminListGroupsForUserCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, describe, expect, it } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { identityClient } from '#functions/platform/identity/user-pool.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { accountRefusals, authRefusals } from '#shared/accounts/wordings.ts';
import { requestWordings, serverWordings } from '#shared/http/wordings.ts';
import { type AwsAnswer, answerInstead, awsError, lostConnectionError } from '../../support/aws-answers.ts';
import { computeAuthenticatorCode } from '../../support/callers/authenticator-app.ts';
import { TestClient } from '../../support/callers/client.ts';
import { forgetSignInAttempts } from '../../support/callers/forget-sign-in-attempts.ts';
import { chosenPassword, newTeacherForEachTest } from '../../support/callers/new-teacher.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { addAccount, password } from '../../support/school/small-school.ts';

const { beginSetUp, confirmSetUp, login, signInWithCode } = authContract;
const { addEmployee, archiveEmployee, resetEmployeePassword } = accountsContract;

const wrong = { status: 401, message: authRefusals.wrongCredentials };
const slowDown = { status: 429, message: authRefusals.tooManyTries };
const away = {
  status: 503,
  message: serverWordings.serviceAwayUncertain,
};
const fault = { status: 500, message: requestWordings.failed };

describe('what Cognito answers and its stand-in does not', () => {
  const school = newTeacherForEachTest();
  let cognito: ReturnType<typeof answerInstead> | undefined;
  afterEach(() => cognito?.end());

  async function cognitoAnswers(command: Parameters<typeof answerInstead>[1], ...answers: AwsAnswer[]) {
    cognito = answerInstead(identityClient, command, answers);
    return cognito;
  }
  const seen = ({ status, error }: { status: number; error: { message: string[] } | undefined }) => ({
    status,
    message: error?.message[0],
  });
  const office = () => new TestClient(school.url()).signIn('admin', password);

  async function teacherWithApp() {
    const account = { accountId: `C${school.number}`, userName: `app${school.number}`, role: 'teacher' as const };
    await addAccount({ ...account, name: 'Cora Code' });
    const client = await new TestClient(school.url()).signIn(account.userName, password);
    const { body } = await client.call(beginSetUp, { current_password: password });
    const confirmed = await client.call(confirmSetUp, { code: computeAuthenticatorCode(body.secret) });
    school.passMinutes(1);
    const browser = await school.visitor();
    await browser.call(login, { name: account.userName, password });
    const [recovery = ''] = confirmed.body.recovery_codes ?? [];
    return { browser, code: () => computeAuthenticatorCode(body.secret), recovery };
  }

  it.each([
    ['too many requests of all schools', awsError('TooManyRequestsException'), slowDown],
    ['a user who is disabled', awsError('NotAuthorizedException', 400, 'User is disabled.'), wrong],
    ['a lockout of its own', awsError('NotAuthorizedException', 400, 'Password attempts exceeded'), wrong],
    ['a user who was never confirmed', awsError('UserNotConfirmedException'), wrong],
    ['a user whose password was reset at the console', awsError('PasswordResetRequiredException'), wrong],
    ['a user who is missing', awsError('UserNotFoundException'), wrong],
    ['a fault of its own', awsError('InternalErrorException', 500), away],
    ['nothing: the connection ends', lostConnectionError(), away],
    ['a pool that is not there', awsError('ResourceNotFoundException'), fault],
    ['rights that the function does not have', awsError('AccessDeniedException'), fault],
    ['a question that we do not know', { ChallengeName: 'SMS_MFA', Session: 's' }, wrong],
  ])('to a right password: %s', async (_, answer, expected) => {
    await cognitoAnswers(AdminInitiateAuthCommand, answer);
    const visitor = await school.visitor();
    expect(seen(await visitor.call(login, { name: 'mona', password }))).toEqual(expected);
    expect(visitor.cookies.has('session')).toBe(false);
    cognito?.end();
    await forgetSignInAttempts();
    expect((await visitor.call(login, { name: 'mona', password })).status).toBe(200);
  });

  it.each([
    ['a code that is wrong', awsError('CodeMismatchException'), 422, authRefusals.codeWrong],
    ['a code that was used', awsError('ExpiredCodeException'), 422, authRefusals.codeUsed],
    [
      'a session that is over',
      awsError('NotAuthorizedException', 400, 'Invalid session for the user.'),
      409,
      authRefusals.stepOver,
    ],
    ['too many requests', awsError('TooManyRequestsException'), 429, slowDown.message],
    ['nothing: the connection ends', lostConnectionError(), 503, away.message],
  ])('to a code: %s', async (_, answer, status, message) => {
    const { browser, code } = await teacherWithApp();
    await cognitoAnswers(AdminRespondToAuthChallengeCommand, answer);
    const typed = { kind: 'app' as const, trust_device: false, code: code() };
    expect(seen(await browser.call(signInWithCode, typed))).toEqual({ status, message });
    expect(browser.cookies.has('session')).toBe(false);
  });

  it.each([
    ['too many requests', awsError('TooManyRequestsException'), slowDown],
    ['a fault of its own', awsError('InternalErrorException', 500), away],
    ['nothing: the connection ends', lostConnectionError(), away],
    [
      'that there is no such user',
      awsError('UserNotFoundException'),
      {
        status: 403,
        message:
          'This sign-in is not set up correctly. Please ask the office, or another administrator, to reset your password.',
      },
    ],
  ])('to the question for the groups of a user: %s. The recovery code still works at the next try', async (_, answer, expected) => {
    const { browser, recovery } = await teacherWithApp();
    const typed = { kind: 'recovery' as const, trust_device: false, code: recovery };
    await cognitoAnswers(AdminListGroupsForUserCommand, answer);
    expect(seen(await browser.call(signInWithCode, typed))).toEqual(expected);
    expect(browser.cookies.has('session')).toBe(false);
    cognito?.end();
    expect(await browser.call(signInWithCode, typed)).toMatchObject({ status: 200, body: { recovery_codes_left: 9 } });
  });

  it.each([
    ['no token at all', 'a.b.c'],
    ['groups that are no list', `e30.${Buffer.from('{"cognito:groups":"teacher"}').toString('base64url')}.c`],
  ])('to a right password: a token with %s, which opens no session', async (_, AccessToken) => {
    await cognitoAnswers(AdminInitiateAuthCommand, { AuthenticationResult: { AccessToken } });
    const visitor = await school.visitor();
    expect(seen(await visitor.call(login, { name: 'mona', password }))).toEqual(fault);
    expect(visitor.cookies.has('session')).toBe(false);
  });

  it('to a chosen password: nothing, after it was set. The message does not say that it failed, and the password works', async () => {
    const owner = await school.challenged();
    await cognitoAnswers(AdminSetUserPasswordCommand, async (reach) => {
      await reach();
      throw lostConnectionError();
    });
    expect(seen(await school.change(owner))).toEqual(away);
    cognito?.end();
    expect(await school.signIn(chosenPassword)).toBe(200);
  });

  const unfinished = accountRefusals.unfinished;

  it.each([
    ['too many requests, making the user', AdminCreateUserCommand, awsError('TooManyRequestsException')],
    ['nothing, making the user', AdminCreateUserCommand, lostConnectionError()],
    ['a group that is missing', AdminAddUserToGroupCommand, awsError('ResourceNotFoundException')],
  ])('to a new teacher: %s. The teacher is there, and the same press again makes the sign-in', async (_, command, answer) => {
    const number = 300 + school.number;
    const fields = { teacher_num: number, first_name: 'Tess', last_name: 'Try', date_of_birth: '1990-01-01' };
    const wanted = { ...fields, post_id: null, user_name: `tess${number}` };
    const key = { 'Idempotency-Key': `new-teacher-${number}` };
    const admin = await office();
    await cognitoAnswers(command, answer);
    expect(seen(await admin.call(addEmployee, wanted, key))).toMatchObject({ status: 503, message: unfinished });
    cognito?.end();
    const again = await admin.call(addEmployee, wanted, key);
    expect(again.status).toBe(200);
    const secret = (again.body as { one_time_password: string | null }).one_time_password ?? '';
    const visitor = await school.visitor();
    expect(await visitor.call(login, { name: `tess${number}`, password: secret })).toMatchObject({
      status: 200,
      body: { password_reset: true },
    });
  });

  it.each([
    ['too many requests', awsError('TooManyRequestsException'), 503],
    ['nothing: the connection ends', lostConnectionError(), 503],
    ['that there is no such user', awsError('UserNotFoundException'), 200],
  ])('to an archived teacher: %s. The table refuses the sign-in from the first moment', async (_, answer, status) => {
    const accountId = `B${school.number}`;
    const userName = `gone${school.number}`;
    await addAccount({ accountId, userName, role: 'teacher', name: 'Gus Gone' });
    const name = { firstName: 'Gus', lastName: 'Gone' };
    await executeActionOfTest(
      EmployeeEntity.put({ employeeId: accountId, teacherNum: 500 + school.number, ...name, userName }),
    );
    const admin = await office();
    await cognitoAnswers(AdminDisableUserCommand, answer);
    expect((await admin.call(archiveEmployee, { employee_id: accountId })).status).toBe(status);
    cognito?.end();
    await forgetSignInAttempts();
    expect((await (await school.visitor()).call(login, { name: userName, password })).status).toBe(401);
    expect((await admin.call(archiveEmployee, { employee_id: accountId })).status).toBe(200);
  });

  it('to a reset: that the user is there already. The teacher gets the password that the office was shown', async () => {
    const admin = await office();
    await cognitoAnswers(AdminCreateUserCommand, awsError('UsernameExistsException'));
    const { accountId, name: userName } = school;
    const name = { firstName: 'New', lastName: 'By' };
    await executeActionOfTest(
      EmployeeEntity.put({ employeeId: accountId, teacherNum: 700 + school.number, ...name, userName }),
    );
    const { status, body } = await admin.call(resetEmployeePassword, { employee_id: accountId });
    expect(status).toBe(200);
    expect(await school.signIn((body as { one_time_password: string }).one_time_password)).toBe(200);
  });
});
