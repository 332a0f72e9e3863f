import { AssessmentEntity } from '#functions/marks/records/course-work.ts';
import { ClassPostEntity, EmployeeEntity } from '#functions/people/records/store.ts';
import { hashSecret } from '#functions/platform/identity/secrets.ts';
import { createJob } from '#functions/platform/jobs/store.ts';
import { AccountEntity, readAccount, UserNameEntity } from '#functions/sessions/accounts.ts';
import { createSession, SessionEntity } from '#functions/sessions/sessions.ts';
import { studentAccountRecords } from '#functions/sessions/student-accounts.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { addRecordsOfOptions, stationKey } from '#options/tests';
import { menuKeys } from '#shared/http/contract.ts';
import type { SchoolOptions } from '../../../local/school.ts';
import { givePicture } from '../pictures.ts';
import { executeActionOfTest, putRecords } from '../school/records.ts';
import { addAccount, addStudentAccount, startSmallSchool, studentIdsOfClasses, year } from '../school/small-school.ts';
import { TestClient } from './client.ts';

/** Ways of having no session, each with an account that would be let in with one. */
export const sessionlessKinds = [
  'anonymous',
  'unknown session',
  'session left alone too long',
  'session open too long',
  'session after logout',
  'session after a password change',
  'disabled account',
] as const;

export type SessionlessKind = (typeof sessionlessKinds)[number];

const everything = menuKeys.map((menu) => ({ menu, action: null }));

/** T1's page of form 4, as its lessons name it. */
const pageOf4 = `${year}#1#MATH#L4#T1`;

/**
 * All other students have accounts too, whose users nobody needs: so the example that makes accounts begins no run that
 * would go on beside the next one.
 */
async function accountsInTable(): Promise<void> {
  const ids = Object.values(studentIdsOfClasses).flat();
  const made = ids.filter((id) => id !== 'S41' && id !== 'S42').map(studentAccountRecords);
  await putRecords(
    AccountEntity,
    made.map(({ account: { identityDue: _due, isUnused: _unused, ...account } }) => account),
  );
  await putRecords(
    UserNameEntity,
    made.map(({ userName }) => userName),
  );
}

/** A client that calls as that station, without a session. */
export function clientOfStation(url: string, key = stationKey): TestClient {
  const client = new TestClient(url);
  client.stationKey = key;
  return client;
}

/**
 * The small school, with records of options, an assessment 6 in form 4, a picture of S41, a form teacher and a dean of
 * 4A who teach nothing, a teacher without any work, a student in the archive who was in 4A, and a PTA account that was
 * given every menu.
 */
export async function startSchoolOfCallers(options: Partial<SchoolOptions> = {}) {
  const school = await startSmallSchool(options);
  const ofClass = { year, classId: '4A', formLevel: 4 };
  await Promise.all([
    executeActionOfTest(AssessmentEntity.put({ page: pageOf4, number: 6, topic: 'Trial paper', total: 40 })),
    executeActionOfTest(ClassPostEntity.put({ ...ofClass, employeeId: 'T4', as: 'form teacher', name: 'Fiona Fox' })),
    executeActionOfTest(ClassPostEntity.put({ ...ofClass, employeeId: 'T5', as: 'dean', name: 'Otto Dean' })),
    executeActionOfTest(
      StudentEntity.put({
        studentId: 'S40',
        firstName: 'Pupil S40',
        lastName: 'Lastname S40',
        classId: '4A',
        formLevel: 4,
        status: 'archived',
        date_of_leaving: '2025-07-04',
      }),
    ),
    executeActionOfTest(
      EmployeeEntity.put({ employeeId: 'T7', teacherNum: 7, firstName: 'Lea', lastName: 'Leaving', userName: 'lea' }),
    ),
    addAccount({ accountId: 'T7', role: 'teacher', userName: 'lea', name: 'Lea Leaving' }),
    addAccount({ accountId: 'T4', role: 'teacher', userName: 'fiona', name: 'Fiona Fox' }),
    addAccount({ accountId: 'T5', role: 'teacher', userName: 'otto', name: 'Otto Dean' }),
    addAccount({ accountId: 'student.S41', role: 'student', userName: 'student:S41', name: 'Student S41' }),
    addStudentAccount('S42'),
    accountsInTable(),
    addAccount({ accountId: 'A4', role: 'PTA', userName: 'pta2', name: 'Paul Parent', permissions: everything }),
  ]);
  await Promise.all([givePicture('S41'), addRecordsOfOptions()]);
  await promotedAlready();
  return school;
}

/** The year's promotion is done, so that the example calls do not move the students whom the others name. */
async function promotedAlready(): Promise<void> {
  const at = '2025-07-01T12:00:00.000Z';
  await createJob({
    name: 'promote-students',
    domain: 'terms',
    key: String(year),
    run: 'first',
    attempt: 1,
    state: 'finished',
    input: { year },
    total: 0,
    processed: 0,
    batches: 0,
    next: 0,
    followers: ['first-promotion'],
    startedAt: at,
    startedBy: 'A1',
    startedByName: 'Ada Office',
    notedAt: at,
  });
}

/** A client with a session of its own that was opened at that moment, without the cost of a password. */
export async function clientOfAccount(url: string, accountId: string, openedAt = new Date()): Promise<TestClient> {
  const account = await readAccount(accountId);
  if (!account) throw new Error(`There is no account ${accountId}`);
  return clientWithSession(url, await createSession(account, { now: openedAt }));
}

/** A client that holds a session cookie and the CSRF cookie that goes with it. */
export async function clientWithSession(url: string, session: string | undefined): Promise<TestClient> {
  const client = new TestClient(url);
  if (session !== undefined) client.cookies.set('session', session);
  await client.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
  return client;
}

/** A client of `accountId` whose session is over in the given way. */
export async function clientWithoutSession(url: string, kind: SessionlessKind, accountId: string): Promise<TestClient> {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  switch (kind) {
    case 'anonymous':
      return clientWithSession(url, undefined);
    case 'unknown session':
      return clientWithSession(url, `${Buffer.from(accountId).toString('base64url')}.${'s'.repeat(43)}`);
    case 'session left alone too long':
      return clientOfAccount(url, accountId, hoursAgo(isShort(accountId) ? 0.26 : 15.1));
    case 'session open too long': {
      const client = await clientOfAccount(url, accountId, hoursAgo(isShort(accountId) ? 12.1 : 24.1));
      const hash = hashSecret(client.cookies.get('session')?.split('.')[1] ?? '');
      await executeActionOfTest(SessionEntity.update({ accountId, hash }, { set: { lastUsedAt: Date.now() } }));
      return client;
    }
    case 'session after logout': {
      const client = await clientOfAccount(url, accountId);
      const session = client.cookies.get('session');
      await client.send({ method: 'POST', path: '/logout', body: '{}' });
      return clientWithSession(url, session);
    }
    case 'session after a password change': {
      const client = await clientOfAccount(url, accountId);
      await executeActionOfTest(
        AccountEntity.update({ accountId }, { set: { sessionsValidFrom: new Date(Date.now() + 1).toISOString() } }),
      );
      return client;
    }
    case 'disabled account': {
      const client = await clientOfAccount(url, accountId);
      await executeActionOfTest(AccountEntity.update({ accountId }, { set: { isDisabled: true } }));
      return client;
    }
  }
}

/** Of teachers and students; administrators have longer sessions. */
const isShort = (accountId: string): boolean => /^(T|student\.)/.test(accountId);

/** Lets an account in again after `clientWithoutSession`. */
export async function restoreAccountAccess(accountId: string): Promise<void> {
  await executeActionOfTest(AccountEntity.update({ accountId }, { remove: ['isDisabled', 'sessionsValidFrom'] }));
}
